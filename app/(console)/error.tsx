"use client";

import { digestHint } from "@/components/ui/digest-hint";
import { ErrorState } from "@/components/ui/error-state";

/** A page that could not be drawn. */
export default function ConsoleError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <ErrorState
      title="This page could not be drawn"
      message="Something failed that was not thought of. Nothing you did is lost on the server."
      code="internal_error"
      hint={digestHint(error)}
      onRetry={retry}
    />
  );
}
