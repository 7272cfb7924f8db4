/**
 * Names of the months as dates are written in European and some Asian languages: in full, in the case that stands next
 * to a day, and short. Names of less than three letters or of two months are left out.
 */
const names: ReadonlyArray<string> = [
  "january jan januar janvier janv enero ene janeiro gennaio gen januari tammikuu tammikuuta tammi styczeń stycznia sty leden ledna led január januára январь января янв січень січня січ януари ianuarie ian ιανουαρίου ιαν ocak oca gener jaanuar jaan janvāris ינואר ינו׳ يناير ژانویه ژانویهٔ जनवरी जन॰ জানুয়ারি জানু มกราคม јануар јан jänner",
  "february feb februar février févr febrero fevereiro fev febbraio februari helmikuu helmikuuta helmi luty lutego lut únor února úno február februára февраль февраля февр лютий лютого лют февруари februarie febr φεβρουαρίου φεβ şubat şub febrer veebruar veebr februāris פברואר פבר׳ فبراير فوریه فوریهٔ फ़रवरी फ़र॰ ফেব্রুয়ারি ফেব กุมภาพันธ์ фебруар феб feber",
  "march mar märz mär mars marzo março maart mrt marts maaliskuu maaliskuuta maalis marzec marca březen března bře marec март марта мар березень березня бер martie március márc μαρτίου μαρ mart maret mac març märts מרץ مارس मार्च মার্চ มีนาคม mrz",
  "april apr avril avr abril abr aprile huhtikuu huhtikuuta huhti kwiecień kwietnia kwi duben dubna dub apríl apríla апрель апреля апр квітень квітня квіт април aprilie április ápr απριλίου απρ nisan nis aprill aprīlis אפריל אפר׳ أبريل آوریل अप्रैल এপ্রিল এপ্রি เมษายน",
  "may mai mayo maio maggio mag mei maj toukokuu toukokuuta touko maja květen května kvě máj mája май мая травень травня трав május μαΐου μαΐ mayıs maig maijs מאי مايو مهٔ พฤษภาคม мај",
  "june jun juni juin junio junho giugno giu kesäkuu kesäkuuta kesä czerwiec czerwca cze červen června čvn jún júna июнь июня июн червень червня черв юни iunie iun június ιουνίου ιουν haziran haz juny juuni jūnijs jūn יוני يونيو ژوئن जून জুন มิถุนายน јун junij",
  "july jul juli juillet juil julio julho luglio lug heinäkuu heinäkuuta heinä lipiec lipca lip červenec července čvc júl júla июль июля июл липень липня лип юли iulie iul július ιουλίου ιουλ temmuz tem julai juliol juuli jūlijs jūl יולי يوليو ژوئیه ژوئیهٔ जुलाई जुल॰ জুলাই জুল กรกฎาคม јул julij",
  "august aug août agosto ago augustus augusti elokuu elokuuta elo sierpień sierpnia sie srpen srpna srp augusta август августа авг серпень серпня серп augusztus αυγούστου αυγ ağustos ağu agustus agu ogos ogo agost augusts אוגוסט אוג׳ أغسطس اوت अगस्त अग॰ আগস্ট สิงหาคม avgust avg",
  "september sep sept septembre septiembre setembro set settembre syyskuu syyskuuta syys wrzesień września wrz září zář septembra сентябрь сентября сент вересень вересня вер септември septembrie szeptember szept σεπτεμβρίου σεπ eylül eyl setembre septembris ספטמבר ספט׳ سبتمبر سپتامبر सितंबर सित॰ সেপ্টেম্বর সেপ্ট সেপ กันยายน септембар сеп",
  "october oct oktober okt octobre octubre outubro out ottobre ott lokakuu lokakuuta loka październik października paź říjen října říj október októbra октябрь октября окт жовтень жовтня жовт октомври octombrie οκτωβρίου οκτ ekim eki oktoober oktobris אוקטובר אוק׳ أكتوبر اکتبر अक्टूबर अक्टू॰ অক্টোবর অক্টো ตุลาคม октобар",
  "november nov novembre noviembre novembro marraskuu marraskuuta marras listopad listopada lis listopadu novembra ноябрь ноября нояб листопад листопада лист ноември noiembrie νοεμβρίου νοε kasım kas novembris נובמבר נוב׳ نوفمبر نوامبر नवंबर नव॰ নভেম্বর নভে พฤศจิกายน новембар нов",
  "december dec dezember dez décembre déc diciembre dic dezembro dicembre desember des joulukuu joulukuuta joulu grudzień grudnia gru prosinec prosince pro decembra декабрь декабря дек грудень грудня груд декември decembrie δεκεμβρίου δεκ aralık ara disember dis desembre detsember dets decembris דצמבר דצמ׳ ديسمبر دسامبر दिसंबर दिस॰ ডিসেম্বর ডিসে ธันวาคม децембар дец"
]

const withoutMarks = (name: string): string => name.normalize("NFKD").replace(/\p{M}+/gu, "")

const numbered = names.flatMap((line, index) => line.split(" ").map((name) => [name, index + 1] as const))
/** Many write `fevrier`; a name with its marks is the name of its month. */
const months: ReadonlyMap<string, number> = new Map([
  ...numbered.flatMap(([name, month]) =>
    /\p{Script=Latin}/u.test(name) ? [[withoutMarks(name), month] as const] : []
  ),
  ...numbered
])

/** 1 to 12, or undefined when the word is the name of no month. */
export const monthOf = (word: string): number | undefined => months.get(word.toLowerCase().replace(/\.$/, ""))
