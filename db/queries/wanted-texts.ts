/**
 * The texts of a JSON array as rows, for a statement that searches for each of them in turn; as `alias(column, place)`.
 *
 * The bounds hold for all and are for the planner alone, which takes a function's rows for a hundred and those within
 * two bounds for one. A plan that is made for a hundred costs so much more once the tables have grown that PostgreSQL
 * throws the prepared plan away and plans each call anew, over thirty partitions and for longer than the search takes.
 */
export function wantedTexts(parameter: string, alias: string, column: string): string {
  return `(select each.${column} from json_array_elements_text(${parameter}::text::json)
    with ordinality as each(${column}, place) where each.place between 1 and 1000000) as ${alias}`;
}
