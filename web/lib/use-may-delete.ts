import { resources } from '#schemas/nouns.ts'
import { grants } from '#schemas/policy.ts'
import { useUser } from '#web/lib/session.ts'

/** Whether the signed-in user may delete records of any kind, and so sees the trash. */
export const useMayDelete = (): boolean => {
  const { abilities } = useUser()
  return resources.some((resource) => grants(abilities, `${resource}.delete`))
}
