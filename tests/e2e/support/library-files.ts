/** Some files of the demo library: every shape, a still, and the editorial clip. */
export const FILES = [
  'fuji-at-dawn.mp4',
  'tokyo-night-rain.mp4',
  'lantern-matsuri.mp4',
  'rain-on-temple-eaves.mp4',
  'pagoda-in-mist.mp4',
  'shibuya-crossing-lights.mp4',
  'kyoto-temple-garden.jpg',
  'metadata.csv',
  'categories.csv',
]
