import { queryOptions } from "@tanstack/react-query";
import type { InvitedPerson, NewPerson, Person, PersonChange, PersonList } from "@/lib/contract/people";
import { api } from "./fetcher";

/** Everybody the person may manage, by name, disabled ones included. */
export const peopleQuery = queryOptions({
  queryKey: ["people"],
  queryFn: ({ signal }) => api<PersonList>("/api/v1/people", { signal }),
});

/** Adds somebody; the answer holds the one-time link, only now. @throws ApiError */
export function invitePerson(person: NewPerson): Promise<InvitedPerson> {
  return api("/api/v1/people", { method: "POST", body: person });
}

/** A fresh one-time link; older ones are void. @throws ApiError */
export function reinvitePerson(id: string): Promise<InvitedPerson> {
  return api(`/api/v1/people/${id}/invitations`, { method: "POST" });
}

/** Changes what is given; the rest stays. @throws ApiError such as `last_admin` */
export function changePerson(id: string, change: PersonChange): Promise<Person> {
  return api(`/api/v1/people/${id}`, { method: "PATCH", body: change });
}
