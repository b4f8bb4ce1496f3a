/** Servers in Errata's place, told apart by the first part of the path; prints its port. */
import { createServer } from "node:http";

const BEHAVIOUR = {
  hangs: () => {},
  trickles: (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 100);
    response.on("close", () => clearInterval(timer));
  },
  "fails with a page": (response) => response.writeHead(500).end("<h1>Oops</h1>"),
  "answers nonsense": (response) => response.end('{"ok":true}'),
  "takes all": (response, text) => {
    const [list = []] = Object.values(JSON.parse(text)).filter(Array.isArray);
    const counted = { accepted: list.length, duplicate: 0, conflict: 0, rejected: 0, results: [] };
    response.end(JSON.stringify(counted));
  },
};

const server = createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  const [, how = ""] = decodeURIComponent(request.url ?? "").split("/");
  request.on("end", () => BEHAVIOUR[how]?.(response, text));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
