"""Static files under names that carry a hash of their content, so that browsers may keep them."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Rewrites the imports between our ES modules too: no mixing of a new release with an old."""

    support_js_module_import_aggregation = True
