/** What fields of our words are, in Japanese; in English their names say it. */
const JAPANESE = `
title 見出し, lead リード文, description 説明, points 箇条書き, text 本文, label 項目名, note 補足, button ボタン,
question 質問, answer 回答, heading 大見出し, kicker 小見出し, statement 証明文, labels 項目名, plans プラン, kinds 種類, rows 行,
clip クリップ, date 日付, plan プラン, kind 種類, terms 利用規約, number 番号, promotion プロモーション, collection キュレーションセット,
free 無料, pro PRO, early_adopter 先行テスター, admin 管理者, commercial 商用, editorial 報道・論評用, inForce 発効日, lasting 期限のない権利,
verify 確認の案内, pages 確認ページ, genuine 本物の場合, genuineLead 本物の場合の説明, unknown 不明の場合, unknownLead 不明の場合の説明,
pro_monthly 月額, pro_yearly 年額, quantity 内容, price 価格, tax 税など, payment 支払い, delivery 引き渡し, renewal 更新, cancellation 解約,
withdrawal 返品, taxIncluded 税込の場合, trial 無料期間, agreement 同意の文, confirm 確定ボタン, next 次の案内, back 戻る, onRequest 請求により開示,
seller 販売業者, representative 運営責任者, address 所在地, phone 電話番号, email メール, fees 手数料, paymentMethod 支払い方法,
paymentTime 支払い時期, refunds 返金, environment 動作環境, hero 冒頭, join 参加ボタン, spots 残り枠, many 複数, one 一つ, none なし,
features 特徴, cards カード, clips クリップ, motion 動き, safety 安心, savings 節約, demos デモ, length 長さ, file ファイル名, comparison 比較,
still 静止画, loop ループ, handle つまみ, uses 用途, youtube YouTube, ads 広告, travel 旅行, shape ご意見, zeroRisk リスクなし, lastChance 最後の機会,
soldOut 満席の場合, faq よくある質問, legalSafety 法的な安心, clientUse 案件での利用, resolution 解像度, feedback フィードバック, sourcing 素材,
may できること, mayNot できないこと, after 終了後, notes 注記, tester テスター, preview プレビュー, certificate 証明書の文, running 契約中,
ending 終了予定, ended 終了後, toggle 切り替え, monthly 月額, annual 年額, saving 割引, name 名前, perMonth 1か月あたり, billing 請求,
custom CUSTOM, readMore 続きへのリンク, effective 発効日, inShort 要約, sections 条文, id アンカー, body 本文, contact 連絡先, form フォーム,
mission 私たちの使命, pricing 料金ページ, licence ライセンス, checkout 申し込みの確認, commerce 特定商取引法に基づく表記, landing テスター募集ページ,
privacy プライバシーポリシー`
const LABELS = new Map(
  JAPANESE.split(',').map((entry) => entry.trim().split(' ', 2) as [key: string, label: string]),
)

/** The name of a field of our words in both languages. */
export function wordLabel(key: string): { en: string; ja: string } {
  const english = key
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return { en: english.charAt(0).toUpperCase() + english.slice(1), ja: LABELS.get(key) ?? english }
}
