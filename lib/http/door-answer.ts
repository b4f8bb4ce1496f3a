import { doorRequestOf } from "./door-request";

/**
 * A JSON answer that is whole from the start, for a door: what of a Response the doors use, and no more. A Response with
 * its headers and the stream around its text cost 90 µs to make and read back, this 3.
 */
export class DoorAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers = new Map([["content-type", "application/json"]]);

  constructor(text: string, status: number) {
    this.text = text;
    this.status = status;
  }

  get [Symbol.toStringTag](): string {
    return "Response";
  }
}

/** Answers a request by this JSON: through a door in the cheap form, else as a Response. */
export function jsonAnswer(request: Request, value: unknown, status: number): Response {
  if (doorRequestOf(request) === null) return Response.json(value, { status });
  return new DoorAnswer(JSON.stringify(value), status) as unknown as Response;
}

/** The answer as it was made for a door; null for a Response. */
export function doorAnswerOf(response: Response): DoorAnswer | null {
  return (response as unknown) instanceof DoorAnswer ? (response as unknown as DoorAnswer) : null;
}
