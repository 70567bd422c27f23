import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { type Storage, showStorage } from '#schemas/resources/storage.ts'

/** Operators see what the installation takes on its disks. */
export const storageRoutes = (inspect: () => Promise<Storage>): Route[] => [
  route(showStorage, async () => resource(await inspect())),
]
