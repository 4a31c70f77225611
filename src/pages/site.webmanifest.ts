import { iconName, picturePath } from '#domain/shop/picture-name.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

/** Made from the shop's icon; without one there is none. */
export const GET = endpoint(({ locals, cache }) => {
  const { name, shop } = locals.deps.site
  const { icon } = shop.identity
  if (!icon) return new Response(null, { status: 404 })
  const icons = ([192, 512] as const).map((side) => ({
    src: picturePath(iconName(icon, side)),
    sizes: `${side}x${side}`,
    type: 'image/png',
  }))
  cache.set({ maxAge: 3600, swr: 86_400, tags: [] })
  const manifest = { name, short_name: name, start_url: '/', display: 'browser', icons }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } })
})
