import type { ReactNode } from "react";
import type { Way } from "./snippets";

/** What each way needs, and where it leads. */
export const WAY_NOTES: Readonly<Record<Way, { needs?: ReactNode; next: ReactNode }>> = {
  curl: {
    next: <Next page="curl" what="Frames, verdicts, evidence, calls and recoveries go the same way:" />,
  },
  typescript: {
    next: <Next page="typescript" what="At the boundary of your tools the helper does this for you:" />,
  },
  python: { next: <Next page="python" what="At the boundary of your tools the helper does this for you:" /> },
  opentelemetry: {
    needs: (
      <>
        With the packages <code>@opentelemetry/sdk-logs</code> and{" "}
        <code>@opentelemetry/exporter-logs-otlp-http</code>; any other exporter of logs takes the same two
        variables.
      </>
    ),
    next: <Next page="opentelemetry" what="Which attributes become what:" />,
  },
  sentry: {
    needs: (
      <>
        With <code>@sentry/node</code>, or any other SDK of Sentry. It brings the frames; the event itself
        comes by one of the other ways.
      </>
    ),
    next: <Next page="sentry" what="What is taken of an event, and what is not:" />,
  },
  mcp: {
    needs: "For a harness that calls tools by MCP: it hands on each result as it got it.",
    next: <Next page="mcp" what="How results and protocol errors are read:" />,
  },
};

function Next({ page, what }: { page: string; what: string }) {
  return (
    <>
      {what} <code>docs/producers/{page}.md</code>
    </>
  );
}
