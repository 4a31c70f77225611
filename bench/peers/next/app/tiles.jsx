const TILES = Array.from({ length: 40 }, (_, n) => ({
  id: n + 1,
  title: `Fushimi Inari at dawn ${n}`,
  poster: `/media/poster/${(n * 2_654_435_761).toString(16).padStart(32, '0')}`,
  color: `#${((n * 40_503) % 0xffffff).toString(16).padStart(6, '0')}`,
}))

export function Tiles() {
  return (
    <ul>
      {TILES.map((tile) => (
        <li key={tile.id} style={{ aspectRatio: '16/9', backgroundColor: tile.color }}>
          <a className="tile" href={`/m/${tile.id}`} data-preview={`${tile.poster}.mp4`}>
            <picture>
              <source
                type="image/avif"
                srcSet={[240, 480, 960].map((width) => `${tile.poster}/${width}.avif ${width}w`).join(', ')}
                sizes="(max-width: 480px) 100vw, 444px"
              />
              <img src={`${tile.poster}/480.webp`} alt="" width="1920" height="1080" loading="lazy" />
            </picture>
            <span className="tile-caption">
              <span className="tile-title">{tile.title}</span>
              <span aria-hidden="true">10s</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
