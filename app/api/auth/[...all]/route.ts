import { authDoor } from "@/lib/http/auth-door";

export const GET = authDoor;
export const POST = authDoor;
