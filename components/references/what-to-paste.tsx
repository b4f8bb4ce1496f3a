const FORMS: readonly { what: string; like: readonly string[]; outcome: string }[] = [
  {
    what: "Anything that holds one",
    like: ["the ticket service failed; reference err_7c1f9a."],
    outcome: "A sentence, an e-mail, an address, several at once: each is read out.",
  },
  {
    what: "Another spelling",
    like: ["ERR_7C1F9A", "“err_7c1f9a”", "err-7c1f9a", "7c1f9a"],
    outcome: "Case and quotes never matter. Where separators or the prefix differ, it is suggested.",
  },
  {
    what: "Look-alikes",
    like: ["err_7clf9a"],
    outcome: "Suggested, what differs marked. You open it: short references have real neighbours.",
  },
  {
    what: "The first half",
    like: ["err_7c1"],
    outcome: "All that begin like it, with time, tool and tenant to tell them apart.",
  },
  {
    what: "Something else of it",
    like: ["4bf92f3577b34da6a3ce929d0e0e4736", "run-8812"],
    outcome: "Its trace, run, call, idempotency key or case: a run gives all its failures, newest first.",
  },
];

/** What can be pasted and what comes of it, while nothing was pasted yet. */
export function WhatToPaste() {
  return (
    <section aria-labelledby="what-to-paste" className="border-t pt-4">
      <h2 id="what-to-paste" className="pb-2 font-semibold">
        What can be pasted
      </h2>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
        {FORMS.map(({ what, like, outcome }) => (
          <div key={what} className="contents">
            <dt className="font-medium">{what}</dt>
            <dd className="min-w-0 max-sm:-mt-2">
              <div className="flex flex-wrap gap-x-4">
                {like.map((each) => (
                  <code key={each} className="break-words">
                    {each}
                  </code>
                ))}
              </div>
              <p className="text-muted">{outcome}</p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
