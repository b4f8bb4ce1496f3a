/** The prefix of all cookies; the sign-in library makes the names from it. */
export const COOKIE_PREFIX = "errata";
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`;
