import { CircleAlert } from "lucide-react";
import { describeError } from "@/lib/client/api-error";

/** Why a write did not happen, with its code and reference for asking. */
export function FailedNote({ error }: { error: unknown }) {
  if (!error) return null;
  const { message, hint, code, reference } = describeError(error);
  return (
    <div role="alert" className="flex gap-2 rounded-md bg-danger-soft p-3 text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p>{message}</p>
        {hint && <p>{hint}</p>}
        <p className="break-all text-muted text-xs">
          {code && <code>{code}</code>} {reference && <code>{reference}</code>}
        </p>
      </div>
    </div>
  );
}
