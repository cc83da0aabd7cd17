"""The catalogues of texts: what the sources say, in every language of the site.

    python3 -m wording

reads every text of the sources into `locale/*/LC_MESSAGES/django.po` and compiles what is there.
It needs Babel, which `requirements-dev.txt` brings, and none of the gettext programs.
"""
