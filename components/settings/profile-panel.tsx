"use client";

import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { Role } from "@/domain/permissions";
import { describeError } from "@/lib/client/api-error";
import { profileQuery } from "@/lib/client/profile";
import { PasswordForm } from "./password-form";
import { ProfileForm } from "./profile-form";
import { SessionList } from "./session-list";
import { confinementWords, ROLE_WORDS } from "./words";

type ProfilePanelProps = {
  /** Every zone the server knows */
  zones: readonly string[];
  /** What holds for those who choose none */
  installationZone: string;
};

/** One's own name, zone, roles, password and sessions. */
export function ProfilePanel({ zones, installationZone }: ProfilePanelProps) {
  const profile = useQuery(profileQuery);
  if (profile.isError)
    return (
      <ErrorState {...describeError(profile.error)} onRetry={profile.refetch} retrying={profile.isFetching} />
    );
  if (profile.isPending) return <SkeletonRows rows={4} label="Loading your profile" />;
  const { data: person } = profile;
  return (
    <>
      <Section className="border-t-0 pt-0" title="You" description={person.email}>
        <ProfileForm person={person} zones={zones} installationZone={installationZone} />
      </Section>
      <Section title="What you may do" description="Roles add up. An admin gives and takes them.">
        <Roles roles={person.roles} confinement={confinementWords(person)} />
      </Section>
      <Section title="Password" description="Changing it ends your sessions on all other devices.">
        <PasswordForm />
      </Section>
      <Section title="Sessions" description="Where you are signed in. End what you do not know.">
        <SessionList />
      </Section>
    </>
  );
}

function Roles({ roles, confinement }: { roles: readonly Role[]; confinement: string | null }) {
  if (roles.length === 0)
    return (
      <p className="text-muted text-sm">You have no role yet, so there is nothing to see. Ask an admin.</p>
    );
  return (
    <dl className="grid max-w-3xl gap-x-4 gap-y-2 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      {roles.map((role) => (
        <div key={role} className="contents">
          <dt>
            <Badge>{ROLE_WORDS[role].label}</Badge>
          </dt>
          <dd className="text-muted">{ROLE_WORDS[role].may}</dd>
        </div>
      ))}
      {confinement && (
        <div className="contents">
          <dt>
            <Badge tone="outline">Confined</Badge>
          </dt>
          <dd className="text-muted">You see only {confinement}, on every page and in every answer.</dd>
        </div>
      )}
    </dl>
  );
}
