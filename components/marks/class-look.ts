import {
  CircleQuestionMark,
  EqualNot,
  Lock,
  type LucideIcon,
  RefreshCw,
  SearchX,
  ServerCrash,
  SquarePen,
} from "lucide-react";
import type { EventClass } from "@/domain/event-class";

/** How a class looks: hue (token), icon and word always go together, so that no one has to tell by colour. */
export type ClassLook = { word: string; icon: LucideIcon; color: string; textClass: string };

export const CLASS_LOOKS: Readonly<Record<EventClass, ClassLook>> = {
  validation: look("validation", SquarePen, "var(--class-validation)", "text-class-validation"),
  authorization: look("authorization", Lock, "var(--class-authorization)", "text-class-authorization"),
  not_found: look("not_found", SearchX, "var(--class-not-found)", "text-class-not-found"),
  transient: look("transient", RefreshCw, "var(--class-transient)", "text-class-transient"),
  system: look("system", ServerCrash, "var(--class-system)", "text-class-system"),
  semantic: look("semantic", EqualNot, "var(--class-semantic)", "text-class-semantic"),
  unclassified: look(
    "unclassified",
    CircleQuestionMark,
    "var(--class-unclassified)",
    "text-class-unclassified",
  ),
};

function look(word: string, icon: LucideIcon, color: string, textClass: string): ClassLook {
  return { word, icon, color, textClass };
}
