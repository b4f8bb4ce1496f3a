import { parseAsStringLiteral } from "nuqs";

const TABS = ["say", "model", "frames"] as const;

/** Which of the report's tabs the address asks for. */
export const parseTab = parseAsStringLiteral(TABS).withDefault("say");
