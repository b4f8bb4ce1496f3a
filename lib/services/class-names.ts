import { type ClassNames, classNames } from "@/domain/event-class";
import type { Settings } from "@/domain/settings";

/** Settings are one object until they change, and a report holds thousands of classes. */
const known = new WeakMap<Settings["class_aliases"], ClassNames>();

/** The names by which the installation reads classes. */
export function classNamesOf({ class_aliases }: Pick<Settings, "class_aliases">): ClassNames {
  const found = known.get(class_aliases);
  if (found !== undefined) return found;
  const names = classNames(class_aliases);
  known.set(class_aliases, names);
  return names;
}
