"""The files in deploy/ say all that there is to say, and no more."""

import re

from tests.proxy import filled_in
from tests.server import ROOT

VARIABLE = "OHHELL_[A-Z_]+|DATABASE_URL|REDIS_URL"


def test_the_example_of_an_environment_names_every_variable_once():
    settings = (ROOT / "ohhell_site" / "settings.py").read_text()
    example = (ROOT / "deploy" / "ohhell.env.example").read_text()
    read = re.findall(rf'_(?:text|flag|number|folder|url|words)\(\s*"({VARIABLE})"', settings)
    assert sorted(re.findall(rf"^#?({VARIABLE})=", example, re.MULTILINE)) == sorted(read)


def test_nothing_in_the_proxys_configuration_is_left_to_fill_in():
    template = (ROOT / "deploy" / "nginx" / "ohhell.conf.template").read_text()
    names = set(re.findall(r"\$\{([A-Z_]+)\}", template))
    assert names == set(re.findall(r"^#   (OHHELL_[A-Z_]+) ", template, re.MULTILINE))
    assert "${OHHELL" not in filled_in(**dict.fromkeys(names, "x")).split("upstream", 1)[1]


def test_the_proxy_sets_what_the_site_believes_of_it():
    template = (ROOT / "deploy" / "nginx" / "ohhell.conf.template").read_text()
    for name, value in {
        "X-Forwarded-For": "$remote_addr",
        "X-Forwarded-Proto": "$scheme",
        "X-Request-ID": "$request_id",
    }.items():
        assert f"proxy_set_header {name} {value};" in template
    assert "$proxy_add_x_forwarded_for" not in template
