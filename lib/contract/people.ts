import { z } from "zod";
import { timeZone } from "@/domain/settings";
import { confinement, displayName, emailAddress, newPassword, role } from "./access";

const roles = z.array(role).transform((list) => [...new Set(list)]);
const unconfined = { tenants: null, environments: null, services: null };

/** `POST /api/v1/people`. Left out, a confinement is none; a mistyped one must not be taken for that. */
export const newPerson = z
  .strictObject({ name: displayName, email: emailAddress, roles })
  .extend(confinement.partial().shape)
  .transform((input) => ({ ...unconfined, ...input }));
export type NewPerson = z.input<typeof newPerson>;

/** `PATCH /api/v1/people/{id}`: what is left out stays. */
export const personChange = z
  .strictObject({ name: displayName, roles, disabled: z.boolean() })
  .extend(confinement.shape)
  .partial();
export type PersonChange = z.input<typeof personChange>;

export const person = z.object({
  id: z.guid(),
  name: z.string(),
  email: z.string(),
  roles: z.array(role),
  tenants: z.array(z.string()).nullable(),
  environments: z.array(z.string()).nullable(),
  services: z.array(z.string()).nullable(),
  time_zone: z.string().nullable(),
  disabled_at: z.string().nullable(),
  created_at: z.string(),
  /** Whether they have set a password. */
  accepted: z.boolean(),
});
export type Person = z.output<typeof person>;

export const personList = z.object({ items: z.array(person), next_cursor: z.null() });
export type PersonList = z.output<typeof personList>;

/** The answer to an invitation: the link works once and is shown only now. */
export const invitedPerson = z.object({ person, welcome_url: z.url() });
export type InvitedPerson = z.output<typeof invitedPerson>;

/** `POST /api/v1/welcome`. The first admin gives name and e-mail address, invited people need not. */
export const welcome = z.object({
  token: z.string().min(1).max(200),
  name: displayName.optional(),
  email: emailAddress.optional(),
  password: newPassword,
});
export type Welcome = z.input<typeof welcome>;

export const profileChange = z.object({ name: displayName, time_zone: timeZone.nullable() }).partial();
export type ProfileChange = z.input<typeof profileChange>;

export const ownSession = z.object({
  session_id: z.guid(),
  current: z.boolean(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
});
export const ownSessionList = z.object({ items: z.array(ownSession), next_cursor: z.null() });
export type OwnSessionList = z.output<typeof ownSessionList>;

/** `DELETE /api/v1/profile/sessions/{id}` */
export const endedSession = z.object({ ended: z.guid() });

/** The answer to a welcome: whose session begins. */
export const signedIn = z.object({ user: z.object({ id: z.guid(), name: z.string(), email: z.string() }) });

/** `POST /api/auth/sign-in/email`, in the spelling of the sign-in library's own client. */
export const signIn = z.object({
  email: emailAddress,
  password: z.string().min(1).max(128),
  rememberMe: z.boolean().optional(),
});

/** `POST /api/auth/change-password`, likewise. Other sessions always end. */
export const passwordChange = z.object({
  currentPassword: z.string().min(1).max(128),
  newPassword,
});
