import { redirect } from "next/navigation";

/** Everybody has a profile; the other parts depend on roles. */
export default function SettingsPage() {
  redirect("/settings/profile");
}
