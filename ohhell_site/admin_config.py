"""Django's admin, where this site has it otherwise."""

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    """The admin, as a site of ours."""

    default_site = "accounts.staff_site.StaffSite"
