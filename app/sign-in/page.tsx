import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { EntryFrame } from "@/components/shell/entry-frame";
import { localPath } from "@/lib/http/local-path";
import { findPageCaller } from "@/lib/http/page-session";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<{ next?: string | string[] }> };

/** Signing in; whoever is signed in already goes on at once. */
export default async function SignInPage({ searchParams }: SignInPageProps) {
  const next = localPath((await searchParams).next);
  if ((await findPageCaller()) !== null) redirect(next);
  return (
    <EntryFrame
      title="Sign in"
      text="To see what failed, find it by its reference and settle what is unknown."
    >
      <SignInForm next={next} />
    </EntryFrame>
  );
}
