import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder that the database's OS user can enter, and how to get rid of it. */
export function createTestFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "errata-test-"));
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
