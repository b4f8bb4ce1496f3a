import type { Metadata } from "next";
import { ApiReference } from "@/components/api-reference/api-reference";
import { requirePageCaller } from "@/lib/http/page-session";

export const metadata: Metadata = { title: "API" };

export default async function ApiPage() {
  await requirePageCaller();
  return <ApiReference />;
}
