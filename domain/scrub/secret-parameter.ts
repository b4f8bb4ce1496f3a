import { looksRandom } from "./secret-likeness";
import { isDoubtfulName, isSecretName } from "./secret-name";

/** Whether what a name says holds for this value: a doubtful one needs a value that looks drawn by chance. */
export function isSecretOf(name: string, value: string): boolean {
  return isSecretName(name) && (!isDoubtfulName(name) || looksRandom(value));
}

/** Whether a parameter of an address is a secret. `key` alone is any kind of key, so its value has to look like one. */
export function isSecretParameter(name: string, value: string): boolean {
  return isSecretOf(name, value) || (/^(?:key|code_verifier)$/i.test(name) && looksRandom(value));
}
