"use client";

import { PageFailure } from "@/components/shell/page-failure";

/** A page that could not be drawn. */
export default function ConsoleError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <PageFailure
      title="This page could not be drawn"
      message="Something failed that was not thought of. Nothing you did is lost on the server."
      error={error}
      retry={retry}
    />
  );
}
