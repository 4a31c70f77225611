import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The number of requirements of ASVS 5.0.0's levels 1 and 2 in each section: the first ones, unless listed. */
const SECTIONS =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2'
const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const text = read('docs/security.md')

/** `1.2.1–1.2.3, 1.3.1` as single ids. */
function idsOf(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–')
    const section = first.split('.').slice(0, 2).join('.')
    const [from, to] = [first, last].map((id) => Number(id.split('.')[2]))
    return Array.from({ length: to! - from! + 1 }, (_, at) => `${section}.${from! + at}`)
  })
}

test('every requirement of ASVS level 2 has one answer', () => {
  const wanted = SECTIONS.split(' ').flatMap((each) => {
    const [section, count] = each.split(':')
    return Array.from({ length: Number(count) }, (_, at) => `${section}.${at + 1}`)
  })
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+\S*(?:, \S+)*) \| (\w+) \|/gm)]
  expect(rows.flatMap(([, ids]) => idsOf(ids!)).toSorted()).toEqual(wanted.toSorted())
  expect(new Set(rows.map(([, , answer]) => answer))).toEqual(
    new Set(['holds', 'no', 'deviates', 'operator']),
  )
})

test('every file named as proof exists', () => {
  const named = [...text.matchAll(/`((?:src|tests|tools|docs)\/[\w./[\]-]+)`/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([])
})
