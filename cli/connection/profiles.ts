import Conf from 'conf'
import { exitCodes, Failure } from '#cli/failure.ts'

/** Tokens of a sign-in in the browser; `expiresAt`, a UTC instant, is the end of the access token. */
export type AppTokens = { access: string; refresh: string; expiresAt: string }

export type AppProfile = { url: string; tokens: AppTokens }

/** A server with the API token for it, or with the tokens of a sign-in in the browser. */
export type Profile = { url: string; token: string } | AppProfile

type Stored = { current: string; profiles: Record<string, Profile> }

export type Profiles = {
  /** The path of the file, for messages. */
  path: string
  current: () => string
  all: () => Readonly<Record<string, Profile>>
  /** The profile of that name, else the current one. Throws Failure if there is none. */
  one: (name?: string) => Profile
  /** Saves a profile, and uses it from now on. */
  save: (name: string, profile: Profile) => void
  /** Saves another profile of that name. */
  replace: (name: string, profile: Profile) => void
  use: (name: string) => void
  remove: (name: string) => void
}

/** The failure of whoever has to sign in, and why. */
export const signInFirst = (name: string, why = 'You are not signed in.'): Failure => {
  const flag = name === 'default' ? '' : ` --profile ${name}`
  return new Failure(`${why} Run: siteledger login${flag}`, exitCodes.notPermitted)
}

/**
 * Profiles in the user's config folder, in a file that only the user may read. `SITELEDGER_URL` together with
 * `SITELEDGER_TOKEN` takes precedence, for scripts without files; `SITELEDGER_CONFIG` names another folder.
 */
export const openProfiles = (env: NodeJS.ProcessEnv): Profiles => {
  const { SITELEDGER_CONFIG: cwd, SITELEDGER_URL: url, SITELEDGER_TOKEN: token } = env
  const store = new Conf<Stored>({
    projectName: 'siteledger',
    projectSuffix: '',
    configFileMode: 0o600,
    defaults: { current: 'default', profiles: {} },
    ...(cwd ? { cwd } : {}),
  })
  const all = (): Record<string, Profile> => store.get('profiles')
  const stored = (name: string): Profile => {
    const profile = Object.hasOwn(all(), name) ? all()[name] : undefined
    if (!profile) throw signInFirst(name)
    return profile
  }
  return {
    path: store.path,
    current: () => store.get('current'),
    all,
    one: (name) => {
      if (name === undefined && url && token) return { url, token }
      return stored(name ?? store.get('current'))
    },
    save: (name, profile) => store.set({ current: name, profiles: { ...all(), [name]: profile } }),
    replace: (name, profile) => store.set('profiles', { ...all(), [name]: profile }),
    use: (name) => {
      stored(name)
      store.set('current', name)
    },
    remove: (name) => {
      const { [name]: _, ...others } = all()
      store.set('profiles', others)
    },
  }
}
