import net, { type AddressInfo, type Socket } from "node:net";

export type CuttableLine = Awaited<ReturnType<typeof openLine>>;

/** The way to the database, which can be cut: then nobody listens at its other end. */
export async function openLine(database_url: string) {
  const to = new URL(database_url);
  const sockets = new Set<Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(to.port), to.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(to);
  url.port = String(port);
  return {
    url: url.href,
    mend: () => listen(port),
    cut: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
