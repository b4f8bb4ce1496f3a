import { readFileSync } from "node:fs";
import type { Sql } from "postgres";

/** What the server and PostgreSQL spent, in microseconds of CPU an event: unlike a rate, it does not feel the neighbours. */
export type CpuCost = { what: string; server_us: number; database_us: number };

/** CPU of a process so far in milliseconds, all its threads, by the kernel's ticks of 10; 0 once it is gone. */
export function cpuMillisecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** Adds up what a server and its database spend while something runs. */
export class CpuMeter {
  #server = 0;
  #database = 0;
  #events = 0;

  constructor(
    private readonly sql: Sql,
    private readonly serverPid: number,
  ) {}

  /** Runs a load, which answers how many events were accepted. */
  async during<Result extends { accepted: number }>(load: () => Promise<Result>): Promise<Result> {
    const [server, database] = [cpuMillisecondsOf(this.serverPid), await this.#databaseMilliseconds()];
    const result = await load();
    this.#server += cpuMillisecondsOf(this.serverPid) - server;
    this.#database += (await this.#databaseMilliseconds()) - database;
    this.#events += result.accepted;
    return result;
  }

  /** Microseconds an event. */
  cost(what: string): CpuCost {
    const each = (milliseconds: number) => Math.round((milliseconds * 1000) / this.#events);
    return { what, server_us: each(this.#server), database_us: each(this.#database) };
  }

  /** Of all backends and helpers that are there now. */
  async #databaseMilliseconds(): Promise<number> {
    const rows = await this.sql<{ pid: number }[]>`select pid from pg_stat_activity`;
    return rows.reduce((sum, { pid }) => sum + cpuMillisecondsOf(pid), 0);
  }
}

/** What a reading spends in PostgreSQL, its parallel workers included, and in this process: milliseconds of CPU so far. */
export async function readingCpu(sql: Sql): Promise<number> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`;
  const backends = rows.reduce((sum, { pid }) => sum + cpuMillisecondsOf(pid), 0);
  const { user, system } = process.cpuUsage();
  return backends + workersMilliseconds(rows[0]?.pid ?? 0) + (user + system) / 1000;
}

/** Workers end with their query: what they spent is told of the children of the postmaster, whose child a backend is. */
function workersMilliseconds(backend: number): number {
  const fieldsOf = (pid: string) =>
    readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  try {
    const postmaster = fieldsOf(fieldsOf(String(backend))[1] ?? "");
    return (Number(postmaster[13]) + Number(postmaster[14])) * 10;
  } catch {
    return 0;
  }
}
