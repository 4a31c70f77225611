/** Pieces of texts that an engine, a page or a parser may take for its own syntax, and of ordinary searches. */
export const HOSTILE_PIECES: readonly string[] = [
  ...'AND OR NOT NEAR( NEAR/2 " * ^ : ( ) { } [ ] + - -- title: tokens: rowid:'.split(' '),
  ..."' ; /* */ \\ % %E3%81 %00 _ $1 ? <-> :* & | ! ~ ` @ # / ..".split(' '),
  ...["' or 1=1 --", '; drop table users;', 'union select', 'pg_sleep(9)', '$\u007bx}', '%s%n', '{{7*7}}'],
  ...['<script>pwned(1)</script>', '"><pwned-x>', "'><pwned-x>", '</title><pwned-x>', '<%=x%>'],
  ...'\u0000 \u0007 \u200b \ufeff \u202e \ud800 \udfff \uffff \ufffd \u{10ffff}'.split(' '),
  ...['\n', '\r\n', '\t', ' ', '　', '\u0301', '\u0301'.repeat(50), '9'.repeat(40)],
  ...'👩‍👩‍👧 🌸 🇯🇵 ﷺ İ ﬁ ß 𠮷 한국 ไทย Привет عربي हिन्दी …'.split(' '),
  ...'寺 雨 京都 ーー ﾗｰﾒﾝ の 盆踊 てら temple rain tempel kyoto a 1 0x7f'.split(' '),
  ...'__proto__ constructor null undefined NaN 1e999 -0'.split(' '),
]
