"""The account pages: allauth's, with ours before those they replace."""

from django.urls import include, path, re_path
from django.views.generic import RedirectView

from accounts import (
    guest_name,
    keeping_out,
    languages,
    notices,
    own_views,
    second_factor,
    shun_views,
    views,
)

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="account_profile"), name="account_index"),
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("logout/", views.LogoutView.as_view(), name="account_logout"),
    path("password/change/", views.PasswordChangeView.as_view(), name="account_change_password"),
    path("password/reset/", views.PasswordResetView.as_view(), name="account_reset_password"),
    path(
        "password/reset/done/",
        views.PasswordResetDoneView.as_view(),
        name="account_reset_password_done",
    ),
    path("reauthenticate/", views.ReauthenticateView.as_view(), name="account_reauthenticate"),
    path("profile/", own_views.profile, name="account_profile"),
    path("data/", own_views.data, name="account_data"),
    path("delete/", own_views.delete, name="account_delete"),
    path("people/", shun_views.people, name="shunned_people"),
    path("language/", languages.choose_language, name="choose_language"),
    path("kept-out/", keeping_out.kept_out, name="kept_out"),
    path("name/", guest_name.guest_name, name="guest_name"),
    path("notice/", notices.read_notice, name="read_notice"),
    path("email/", views.EmailView.as_view(), name="account_email"),
    path("confirm-email/", views.EmailSentView.as_view(), name="account_email_verification_sent"),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$",
        views.ConfirmEmailView.as_view(),
        name="account_confirm_email",
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.NewPasswordView.as_view(),
        name="account_reset_password_from_key",
    ),
    path("sessions/", views.DevicesView.as_view(), name="usersessions_list"),
    path("2fa/authenticate/", second_factor.AuthenticateView.as_view(), name="mfa_authenticate"),
    path(
        "2fa/reauthenticate/", second_factor.ReauthenticateView.as_view(), name="mfa_reauthenticate"
    ),
    path("2fa/totp/activate/", second_factor.ActivateView.as_view(), name="mfa_activate_totp"),
    path("", include("allauth.urls")),
]
