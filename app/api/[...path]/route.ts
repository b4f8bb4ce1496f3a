import { notFoundError } from "@/domain/errors";
import { everyMethod } from "@/lib/http/every-method";
import { refusing } from "@/lib/http/refusing";

/** An address of the API that does not exist, answered like every other failure and not by a page. */
export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = everyMethod(
  refusing(
    notFoundError("not_found", "There is nothing at this address of the API.", {
      hint: "Check the path and its version: everything is under /api/v1.",
    }),
  ),
);
