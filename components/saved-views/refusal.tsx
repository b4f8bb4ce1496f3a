import { describeError } from "@/lib/client/api-error";

/** Why a view was not kept, with what to ask for. */
export function Refusal({ error }: { error: unknown }) {
  if (!error) return null;
  const { message, code, reference } = describeError(error);
  return (
    <p role="alert" className="rounded-md bg-danger-soft p-3 text-sm">
      {message}{" "}
      <span className="break-all text-muted text-xs">
        {code && <code>{code}</code>} {reference && <code>{reference}</code>}
      </span>
    </p>
  );
}
