import { CircleAlert } from "lucide-react";
import { NewTabLink } from "@/components/ui/new-tab-link";
import { describeError } from "@/lib/client/api-error";

/** Why a form was refused: message, what to do, and the code with its reference for asking. */
export function FormError({ error }: { error: unknown }) {
  if (!error) return null;
  const { message, hint, link, code, reference } = describeError(error);
  return (
    <div role="alert" className="flex gap-2 rounded-md bg-danger-soft p-3 text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="font-medium">{message}</p>
        {hint && <p className="text-muted">{hint}</p>}
        {link && <NewTabLink {...link} />}
        <p className="break-all text-muted text-xs">
          <code>{code}</code> {reference && <code>{reference}</code>}
        </p>
      </div>
    </div>
  );
}
