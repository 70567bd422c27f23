import { useRouter } from '@tanstack/react-router'

/** Makes the address at which a browser opens the files of a site. */
export const useAddressOfFiles = (): ((id: string) => string) => {
  const { buildLocation } = useRouter()
  return (id) => {
    const { href } = buildLocation({ to: '/dashboard/sites/$id', params: { id }, hash: '/files' })
    return new URL(href, location.origin).href
  }
}
