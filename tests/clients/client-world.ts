import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { claimCase } from "@/lib/services/cases/claim-case";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { createTestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { startTestServer, type TestServer } from "../support/server";
import { openProducer } from "./snippets";

/** Whether a command is on this machine; what needs it is skipped else. */
export const has = (command: string) => spawnSync(command, ["--version"]).status === 0;

export type ClientWorld = Awaited<ReturnType<typeof openClientWorld>>;

type Opening = {
  /** Of the server. */
  env?: Record<string, string>;
  /** Of the producer: else its address and a key of every scope. */
  tells?: (server: TestServer) => Record<string, string>;
};

/** Errata as a team meets it: a server with a database of its own, and a folder with the helpers in it. */
export async function openClientWorld({ env = {}, tells = ofServer }: Opening = {}) {
  const database = await createTestDatabase();
  const server = await startTestServer({ databaseUrl: database.url, pages: false, env });
  const rt = openTestRuntime(database);
  const producer = openProducer(tells(server));
  return {
    ...{ database, server, producer },
    /** The person who finds that an effect is there, once its case is open. */
    settle: async (idempotency_key: string) => {
      const case_id = await caseOf(idempotency_key);
      const person = await keyContext(rt, { source: "reconciler" });
      await claimCase(person, { case_id });
      const seen = { kind: "provider", external_id: "re_1", url: null, note: null };
      const evidence = [{ ...seen, observed_at: new Date().toISOString() }];
      return issueVerdict(person, { case_id, verdict: "committed", evidence });
    },
    close: async () => {
      producer.close();
      await rt.close();
      await server.stop();
      await database.drop();
    },
  };

  async function caseOf(idempotency_key: string): Promise<string> {
    const find = () =>
      database.sql<
        { case_id: string }[]
      >`select case_id from cases where idempotency_key = ${idempotency_key}`;
    await expect.poll(find).toHaveLength(1);
    const [{ case_id } = { case_id: "" }] = await find();
    return case_id;
  }
}

const ofServer = ({ url, key }: TestServer) => ({ ERRATA_URL: url, ERRATA_KEY: key });
