import { formatCount } from "@/components/charts/prepare-format";
import { Stat } from "@/components/ui/stat";
import { Time } from "@/components/ui/time";
import { alertHistoryHref } from "@/lib/client/alerts";
import type { Alert } from "@/lib/contract/alerts";
import { limitWords, NO_DATA_WORDS, valueWords } from "./alert-words";
import { rowsHref } from "./rows-href";

/** Where an alert stands in four numbers; each leads to what it is made of. */
export function AlertStats({ alert }: { alert: Alert }) {
  const { alert_id, condition, state, state_since, reading, firing, fired_lately } = alert;
  const value = reading?.value ?? null;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 pb-6 lg:grid-cols-4">
      <Stat
        label="Measured"
        value={value === null ? null : valueWords(condition, value)}
        href={rowsHref(alert, reading?.at ?? state_since)}
        tone={state === "firing" || state === "pending" ? "danger" : "neutral"}
        detail={<Measured alert={alert} />}
      />
      <Stat
        label="Since"
        value={<Time iso={state_since} display="relative" past />}
        detail={<Time iso={state_since} display="absolute" seconds={false} />}
      />
      <Stat
        label={state === "firing" ? "At most, since it fires" : "At most, when it last fired"}
        value={firing && valueWords(condition, firing.peak)}
        href={firing ? rowsHref(alert, firing.fired_at) : undefined}
        detail={
          firing && (
            <>
              {valueWords(condition, firing.value)} when it fired,{" "}
              <Time iso={firing.fired_at} display="relative" past />
            </>
          )
        }
      />
      <Stat
        label="Fired in 30 days"
        value={formatCount(fired_lately)}
        href={fired_lately > 0 ? alertHistoryHref(alert_id) : undefined}
      />
    </dl>
  );
}

function Measured({ alert: { condition, reading } }: { alert: Alert }) {
  if (reading === null || reading.value === null)
    return <>{NO_DATA_WORDS[reading?.no_data ?? "not_evaluated"]}</>;
  const { numerator, denominator } = reading;
  return (
    <>
      fires {limitWords(condition)}
      {numerator !== null &&
        denominator !== null &&
        `; ${formatCount(numerator)} of ${formatCount(denominator)} failures`}
    </>
  );
}
