/** Titles that pages of every site have, and that name no thing: `Contact us`, `Impressum`, `会社概要`. */
const titles: ReadonlySet<string> = new Set(
  `home,homepage,welcome,contact,contact us,contact details,get in touch,contacts,about,about us,about the company,who we are,our company,company,company profile,company overview,company information,our story,team,our team,meet the team,careers,jobs,vacancies,open positions,join us,work with us,imprint,legal,legal notice,legal information,terms,terms of service,terms of use,terms and conditions,privacy,privacy policy,cookie policy,faq,faqs,help,help center,help centre,support,frequently asked questions,news,blog,press,shop,store,products,our products,services,our services,events,upcoming events,reviews,customer reviews,menu,search,search results,sitemap,locations,directions,opening hours,overview,details,profile,product details,
startseite,willkommen,herzlich willkommen,kontakt,kontaktieren sie uns,so erreichen sie uns,über uns,wir über uns,unternehmen,das unternehmen,unser unternehmen,firma,unser team,das team,karriere,stellenangebote,offene stellen,impressum,anbieterkennzeichnung,agb,datenschutz,datenschutzerklärung,häufige fragen,häufig gestellte fragen,fragen und antworten,hilfe,aktuelles,neuigkeiten,presse,produkte,leistungen,dienstleistungen,veranstaltungen,termine,bewertungen,speisekarte,standorte,anfahrt,öffnungszeiten,suche,übersicht,profil,
accueil,bienvenue,contactez-nous,nous contacter,coordonnées,à propos,à propos de nous,qui sommes-nous,notre histoire,notre équipe,l'équipe,l'entreprise,notre entreprise,la société,carrières,offres d'emploi,nous rejoindre,recrutement,mentions légales,conditions générales,cgv,politique de confidentialité,aide,foire aux questions,questions fréquentes,actualités,presse,boutique,produits,nos services,événements,agenda,avis clients,plan d'accès,horaires,
inicio,bienvenidos,bienvenida,contacto,contáctanos,contáctenos,sobre nosotros,quiénes somos,nosotros,nuestra empresa,la empresa,empresa,nuestro equipo,equipo,trabaja con nosotros,empleo,ofertas de empleo,aviso legal,términos y condiciones,política de privacidad,preguntas frecuentes,ayuda,noticias,tienda,productos,servicios,eventos,opiniones,horarios,cómo llegar,
benvenuti,contatti,contattaci,chi siamo,l'azienda,azienda,la nostra storia,il team,lavora con noi,note legali,privacy,domande frequenti,notizie,prodotti,servizi,eventi,recensioni,dove siamo,orari,
welkom,neem contact op,over ons,wie zijn wij,ons team,vacatures,werken bij,colofon,algemene voorwaarden,privacyverklaring,veelgestelde vragen,nieuws,winkel,producten,diensten,evenementen,beoordelingen,openingstijden,
início,bem-vindo,contato,contacto,fale conosco,sobre,sobre nós,quem somos,a empresa,nossa equipe,trabalhe conosco,perguntas frequentes,notícias,loja,produtos,serviços,eventos,
strona główna,kontakt,o nas,o firmie,zespół,praca,kariera,regulamin,polityka prywatności,najczęściej zadawane pytania,aktualności,produkty,usługi,
ホーム,トップページ,お問い合わせ,お問合せ,会社概要,会社案内,企業情報,会社情報,企業概要,店舗情報,店舗案内,私たちについて,当社について,採用情報,求人情報,募集要項,よくある質問,よくあるご質問,お知らせ,ニュース,アクセス,営業時間,特定商取引法に基づく表記,プライバシーポリシー,利用規約,商品一覧,サービス,スタッフ紹介,プロフィール,
首页,联系我们,关于我们,公司简介,公司概况,招聘信息,加入我们,常见问题,新闻,隐私政策,聯絡我們,關於我們,회사소개,회사개요,문의하기,오시는 길,채용정보,자주 묻는 질문,
главная,контакты,о нас,о компании,вакансии,частые вопросы,новости,om oss,om os,kontakta oss,kontakt oss,jobba hos oss`
    .split(/,\s*/)
    .map((title) => title.trim())
)

/** Whether a title, or the part of it before the name of the site, is one that every site has. */
export const isPageTitle = (written: string): boolean => {
  const [first = ""] = written.split(/\s+[|–—·•-]\s+|[|｜]/u, 1)
  return titles.has(
    first
      .normalize("NFC")
      .toLowerCase()
      .replaceAll("’", "'")
      .replace(/[\s!?.:：]+$/u, "")
      .trim()
  )
}

/** Words by which a site speaks of itself or to its visitors: no name has one. */
const speech =
  /(?:^|\s)(?:we|us|our|you|your|visit|contact|welcome|discover|find|get|join|meet|wir|uns|unser\p{L}*|sie|ihr\p{L}*|dein\p{L}*|nous|notre|nos|vous|votre|nosotros|nuestr\p{L}+|noi|nostr\p{L}+|onze|wij|nós|noss\p{L}+)(?=\s|$)/iu
const particle =
  /^(?:of|the|and|at|in|on|for|to|am|an|der|die|das|und|zu\p{L}*|von|vom|im|bei|de|du|des|la|le|les|et|à|del|los|las|el|y|di|da|e|van|het|ten|do|dos|&|-|–)$/iu

/** Whether a title may be a name: every word of it is in capitals or small by rule, and it speaks to nobody. */
export const isProperName = (title: string): boolean =>
  !speech.test(title) &&
  !/[!?]|\.$/.test(title) &&
  title.split(/\s+/u).every((word, at) => /^[^\p{Ll}]/u.test(word) || (at > 0 && particle.test(word)))
