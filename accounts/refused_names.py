"""Names that nobody may have, or nobody else: banned words, and what others are called."""

from accounts.look_alikes import looks, skeleton
from accounts.models import Act, BannedWord, User


def is_banned(name: str) -> bool:
    """Whether moderators have banned a name, or a word in it. One query."""
    said = skeleton(name)
    for word, is_anywhere in BannedWord.objects.values_list("word", "is_anywhere"):
        banned = skeleton(word)
        if banned == said or (is_anywhere and banned and banned in said):
            return True
    return False


def is_taken(name: str, by: User | None = None, *, as_guest: bool = False) -> bool:
    """Whether somebody else has a name, or one that can be taken for it. Whoever looks like another
    already may go on so. One query."""
    look = looks(name)
    if not look or (by is not None and by.looks == look):
        return False
    others = User.objects.holding(look, as_guest=as_guest)
    if as_guest:
        others |= User.objects.marked(name)
    return (others if by is None else others.exclude(pk=by.pk)).exists()


def was_taken_away(name: str, by: User) -> bool:
    """Whether moderators have given the person another name instead of this one."""
    renamed = Act.objects.filter(person=by, kind=Act.Kind.RENAME)
    return skeleton(name) in map(skeleton, renamed.values_list("about", flat=True))
