"""Our players beside the strongest open one: OpenSpiel's ISMCTS bot, and its game as the referee.

    python -m benchmarks.openspiel duel [--level insane] [--deals 60] [--scoring ten|tricks]
    python -m benchmarks.openspiel speed
    python -m benchmarks.openspiel cost [--deals 20]

`duel` seats two of ours and two of the bot's at one table, `speed` compares playouts, `cost` the
time that decisions take. All need the packages of requirements-benchmarks.txt, which neither the
site nor its tests need.

**The game.** pyspiel's `oh_hell` with four players, 52 cards and `num_tricks_fixed` cards a hand
deals, turns the next card for trump, lets eldest bid and lead first and bars the dealer from the
bid that would make the bids come to the number of tricks: our standard game, deal by deal. It says
whose turn it is, what is legal and who took what; our `Position` of the same cards is kept beside
it, and any difference between the two ends the run.

**The points.** pyspiel can count 1 a trick and 10 more for a made bid (`points_per_trick` 1), or
points lost for every trick off the bid (`off_bid_penalty`); the former is the scoring of our
`up-and-down-the-river`. It can't count 10 + bid or nothing, our usual scoring. So there are two
duels:

- `tricks`: the bot's own scoring. Both sides think in it, and points are as pyspiel returns them.
- `ten`: our scoring. Ours think in it, and `games.rules` counts the points; the bot still thinks in
  its own, the nearest that it knows.

**The bot.** `ISMCTSBot` as it is shipped: 1000 simulations unless said otherwise, UCT with c = 10,
one random rollout a leaf, the most visited choice. It is seeded, but even so it may decide
differently when it is asked again; so a duel's deals are the same for a seed, its result is not
to the point.

**Who sees what.** Ours see their seat's `View` alone: the own hand, the turned card, bids and cards
played. The bot is given pyspiel's whole state and imagines other deals from it; but pyspiel deals
nothing except the cards that really are in the hands, so the bot knows which cards lie in the
stock: 35 face down where each holds four. (A deal that it imagines may break a void that was
shown.) It has this advantage in both duels.
"""
