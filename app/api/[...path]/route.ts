import { notFoundError } from "@/domain/errors";
import { refusing } from "@/lib/http/refusing";

/** An address of the API that does not exist, answered like every other failure and not by a page. */
const unknown = refusing(
  notFoundError("not_found", "There is nothing at this address of the API.", {
    hint: "Check the path and its version: everything is under /api/v1.",
  }),
);

export {
  unknown as DELETE,
  unknown as GET,
  unknown as OPTIONS,
  unknown as PATCH,
  unknown as POST,
  unknown as PUT,
};
