import type { As, PlantedWorld } from "./planted";

type Schema = { enum?: unknown[]; items?: Schema; anyOf?: Schema[]; format?: string };
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Operation = { parameters?: Parameter[]; responses: Record<string, { content?: object }> };

export type Door = { path: string; operation: Operation };
export type Answer = { what: string; status: number; text: string };

const choicesOf = ({ enum: own = [], items, anyOf = [] }: Schema): unknown[] => [
  ...own,
  ...(items ? choicesOf(items) : []),
  ...anyOf.flatMap(choicesOf),
];

/** What never ends by itself is asked otherwise. */
export const isStream = ({ operation }: Door) =>
  Object.keys(operation.responses["200"]?.content ?? {}).includes("text/event-stream");

/** Asks the doors that the API's document names, with what was planted for their parameters. */
export class DoorAsker {
  readonly #world: PlantedWorld;
  constructor(world: PlantedWorld) {
    this.#world = world;
  }

  /** Every GET of the document. */
  async doors(): Promise<Door[]> {
    const document = await (await fetch(`${this.#world.server.url}/api/v1/openapi.json`)).json();
    const paths: [string, { get?: Operation }][] = Object.entries(document.paths);
    return paths.flatMap(([path, { get }]) => (get === undefined ? [] : [{ path, operation: get }]));
  }

  /** What was planted for this place; throws what to do where nothing was. */
  planted(place: string, asked: string): string {
    const value = this.#world.fill[place];
    if (value !== undefined) return value;
    throw new Error(
      `${asked}: nothing is planted for ${place}. Make one in tests/access/planted.ts and name it there.`,
    );
  }

  /** The path with what was planted for its parameters, in the spelling of either `{case_id}` or `[case_id]`. */
  filled(path: string): string {
    return path.replace(/([^/]+)\/[{[](\w+)[\]}]/g, (_, before: string, name: string) => {
      return `${before}/${encodeURIComponent(this.planted(`${before}/{${name}}`, path))}`;
    });
  }

  async ask(path: string, as: As): Promise<Answer> {
    const answer = await fetch(this.#world.server.url + path, { headers: as, redirect: "manual" });
    return { what: `GET ${path}`, status: answer.status, text: await answer.text() };
  }

  /** All but streams; `briefly`: each only until it answers. */
  async askAll(doors: readonly Door[], as: As, briefly = false): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const door of doors)
      if (!isStream(door)) answers.push(...(await this.#askInEveryWay(door, as, briefly)));
    return answers;
  }

  /** Bare, and where that is allowed in every other way as well. */
  async #askInEveryWay({ path, operation }: Door, as: As, briefly: boolean): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const query of this.#queriesOf(path, operation)) {
      const answer = await this.ask(`${this.filled(path)}?${query}`, as);
      answers.push(answer);
      if (answer.status === 403 || (briefly && answer.status === 200)) break;
    }
    return answers;
  }

  /** As bare as it may be asked, with all that is known, and with each value of each choice. */
  #queriesOf(path: string, { parameters = [] }: Operation): string[] {
    const asked = parameters.filter((one) => one.in === "query");
    const must = asked.filter(({ required }) => required).map((one) => this.#pairFor(one, path));
    const known = asked
      .filter(({ name }) => `?${name}` in this.#world.fill)
      .map((one) => this.#pairFor(one, path));
    const chosen = asked.flatMap(({ name, schema }) =>
      choicesOf(schema).map((choice) => [...must, [name, String(choice)]]),
    );
    return [...new Set([must, known, ...chosen].map((pairs) => new URLSearchParams(pairs).toString()))];
  }

  /** A parameter of the query and what was planted for it, as a day where a day is asked for. */
  #pairFor({ name, schema }: Parameter, asked: string): [string, string] {
    const value = this.planted(`?${name}`, asked);
    return [name, schema.format === "date" ? value.slice(0, 10) : value];
  }
}
