import type { Business } from '#contract/studio/overview.ts'
import { formatAmount } from '#domain/membership/format-price.ts'
import { overviewTexts } from '#i18n/studio/overview-texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { Figure } from './Figure.tsx'

/** Members, money and downloads; only for the admin. */
export function BusinessFigures({ business }: { business: Business }) {
  const locale = pageLocale()
  const t = overviewTexts(locale)
  const number = (value: number) => value.toLocaleString(locale)
  const { new_members, ended, downloads, members, ending, income, unpriced } = business
  const toMembers = localizedLink('/studio/members')
  return (
    <ul className="figures">
      <Figure
        name={t.tile.members}
        value={number(new_members.now)}
        note={t.before(number(new_members.before))}
        href={toMembers}
      />
      <Figure
        name={t.tile.paying}
        value={number(members.pro + members.early_adopter)}
        note={t.split(number(members.free), number(members.pro), number(members.early_adopter))}
        href={toMembers}
      />
      <Figure
        name={t.tile.ended}
        value={number(ended.now)}
        note={ending > 0 ? t.ending(number(ending)) : t.before(number(ended.before))}
        href={toMembers}
      />
      <Figure
        name={t.tile.income}
        value={
          income.length === 0
            ? t.noIncome
            : income.map(({ currency, amount }) => (
                <span className="figure-amount" key={currency}>
                  {formatAmount(amount, currency, locale)} <abbr>{currency.toUpperCase()}</abbr>
                </span>
              ))
        }
        note={unpriced > 0 ? `${t.incomeLead} ${t.unpriced(number(unpriced))}` : t.incomeLead}
        href={toMembers}
      />
      <Figure
        name={t.tile.downloads}
        value={number(downloads.now)}
        note={t.before(number(downloads.before))}
        href={`${localizedLink('/studio/demand')}?view=clips`}
      />
    </ul>
  )
}
