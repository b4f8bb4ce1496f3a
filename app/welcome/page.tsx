import type { Metadata } from "next";
import { EntryFrame } from "@/components/shell/entry-frame";
import { ButtonLink } from "@/components/ui/button";
import { readWelcome } from "@/lib/services/people/read-welcome";
import { runtime } from "@/lib/services/runtime";
import { WelcomeForm } from "./welcome-form";

export const metadata: Metadata = { title: "Welcome", referrer: "no-referrer" };

type WelcomePageProps = { searchParams: Promise<{ token?: string | string[] }> };

/** Where a one-time link leads: the first admin's, or that of somebody who was invited. */
export default async function WelcomePage({ searchParams }: WelcomePageProps) {
  const { token } = await searchParams;
  const welcome = typeof token === "string" ? await readWelcome(runtime(), token) : null;
  if (typeof token !== "string" || welcome === null) return <NotValid />;
  if (welcome.kind === "invited") {
    return (
      <EntryFrame title={`Welcome, ${welcome.name}`} text={`Choose a password for ${welcome.email}.`}>
        <WelcomeForm token={token} name={welcome.name} email={welcome.email} />
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title="Welcome to Errata" text="You will be the first admin. This link works once.">
      <WelcomeForm token={token} />
    </EntryFrame>
  );
}

function NotValid() {
  return (
    <EntryFrame
      title="This link is not valid"
      text="It was used already, is too old, or was replaced. Ask an admin for a new one; for the first admin, start Errata again: it prints a fresh link."
    >
      <ButtonLink href="/sign-in" className="self-start">
        Sign in
      </ButtonLink>
    </EntryFrame>
  );
}
