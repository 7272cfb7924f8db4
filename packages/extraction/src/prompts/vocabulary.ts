/**
 * Words of crawl prompts besides numbers and parts of sites, folded, in English, German, French and Spanish: what turns
 * a wish on or off, what it is about, and what says nothing.
 */
import type { Section } from "./Section.ts"
import { sectionOf } from "./sections.ts"

/** What a word does to the parts that it stands with. */
export type Cue = "not" | "drop" | "except" | "only" | "take" | "also" | "notOnly" | "anew"

/** What can be wished for besides parts of a site. */
export type Topic = "sitemap" | "external" | "subdomains" | "query" | "robots" | "duplicates"

export type Meaning =
  | { readonly is: "cue"; readonly cue: Cue }
  | { readonly is: "topic"; readonly topic: Topic }
  | { readonly is: "section"; readonly section: Section }
  | { readonly is: "area" }
  | { readonly is: "containing" }
  | { readonly is: "filler" }

const list = (text: string): ReadonlyArray<string> =>
  text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim().replace(/[-]/g, " "))
    .filter((phrase) => phrase !== "")

const cues: Readonly<Record<Cue, string>> = {
  not: `not, no, nothing, nichts, rien, nada, don't, do not, dont, never, without, doesn't, does not, shouldn't, should not, must not, nothing from, none of, neither, nor, nicht, kein, keine, keinen, keiner, keinem, ohne, niemals, weder, noch,
    pas, sans, aucun, aucune, jamais, ni, sin, ningun, ninguna, ningunos, ningunas, nunca, tampoco`,
  drop: `exclude, excludes, excluding, excluded, skip, skipping, skipped, ignore, ignoring, ignored, avoid, avoiding, omit, omitting, leave out, leaving out, left out, leave, out, drop, rather than, instead of, stay away from, keep out of, disregard, block, disable, disallow, ausschliessen, ausgeschlossen, schliesse, schliess, uberspringe, uberspringen, ueberspringe, ignoriere, ignorieren, ignoriert, auslassen, ausgelassen, lass weg, lasse weg, lass, lasse, weglassen, weggelassen, weg, vermeide, vermeiden, meide, statt, anstatt, anstelle, verzichte auf, exclure, exclus, exclues, exclue, exclu, exclut, excluant, en excluant, excluez, ignorer, ignorez, ignorant, en ignorant, evite, eviter, evitez, evitant, omets, omettre, omettez, au lieu de, laisse de cote, saute, sauter, excluye, excluir, excluyendo, excluidas, excluidos, excluya, ignora, ignorar, ignorando, ignores, omite, omitir, omitiendo, omitas, evita, evitar, evitando, salta, saltar, saltate, deja fuera, dejando fuera, fuera, quita, en lugar de, en vez de`,
  except: `except, except for, apart from, other than, everything but, everything except, all but, all except, all pages but, all pages except, ausser, ausgenommen, bis auf, alles ausser, alles bis auf, abgesehen von, mit ausnahme von, sauf, excepte, a l' exception de, a l' exception des, a l' exception du, hors, hormis, tout sauf, toutes sauf, excepto, salvo, menos, todo menos, todo excepto, todo salvo, a excepcion de, minus, outside, outside of, outside from, but for, everything outside, ausserhalb, ausserhalb von, en dehors de, en dehors des, en dehors du, fuera de, fuera del`,
  only: `only, just, nothing else, nichts anderes, nichts sonst, sonst nichts, rien d' autre, nada mas, solely, exclusively, nothing but, limited to, restrict, restrict to, restricted to, restrict it to, stick to, concentrate on, focus on, focus only on, limit yourself to, limit it to, limit the crawl to, confine,
    nur, lediglich, ausschliesslich, bloss, allein, beschranke dich auf, beschranke, konzentriere dich auf, nichts als,
    seulement, uniquement, exclusivement, juste, rien que, limite toi a, limite toi aux, limite toi au, limitez vous a, limitez vous aux, limitez vous au, concentre toi sur, concentrez vous sur,
    solo, solamente, unicamente, exclusivamente, nada mas que, limitate a, centrate en, concentrate en`,
  take: `find, finding, discover, list, show, show me, locate, look for, search for, pull in, bring, finde, finden, suche, suchen, zeige, trouve, trouver, trouvez, cherche, montre, encuentra, busca, buscar, muestra, crawl, crawls, crawling, scrape, scraping, get, getting, fetch, fetching, visit, visiting, read, reading, collect, collecting, grab, grabbing, gather, follow, following, take, want, need, would like, i'd like, include, includes, use, using, allow, allowing, index, download, go to, look at, give me, extract, respect, respecting, obey, honor, honour, heed, keep, stay in, stay within, stay under, look only at, everything under, everything below, everything in, harvest, pull, consider, enable,
    crawle, crawlen, hole, hol, holen, besuche, besuchen, lies, lese, lesen, sammle, sammeln, folge, folgen, nimm, nehmen, nutze, nutzen, benutze, benutzen, verwende, verwenden, erlaube, erlauben, respektiere, respektieren, beachte, beachten, achte auf, halte dich an, mochte, will, wollen, brauche, erfasse, erfassen, durchsuche, durchsuchen, indexiere, lade, gib mir, behalte, einbeziehen, einschliessen, mitnehmen, berucksichtigen, berucksichtige, bleib in, bleibe in, bleib unter, alles unter, alles in,
    explore, explorer, explorez, crawler, crawlez, recupere, recuperer, recuperez, visite, visiter, visitez, suis, suivre, suivez, lis, lire, lisez, prends, prendre, prenez, utilise, utiliser, utilisez, autorise, autoriser, autorisez, inclus, inclure, incluez, respecte, respecter, respectez, respectant, en respectant, suivant, parcours, parcourir, parcourez, veux, voudrais, veuillez, garde, garder, gardez, tout ce qui est sous, indexe, collecte,
    rastrea, rastrear, rastree, crawlea, obten, obtener, recorre, recorrer, visita, visitar, sigue, seguir, sigas, usa, usar, utiliza, utilizar, uses, permite, permitir, incluye, incluir, respeta, respetar, respetando, usando, siguiendo, visitando, recoge, recoger, descarga, descargar, lee, leer, extrae, extraer, explora, explorar, quiero, necesito, toma, tomar, conserva, manten, dame, todo bajo, entra, entrar, entres, visites, rastrees, recorras, incluyas`,
  also: `also, including, too, plus, as well as, as well, with, along with, together with, additionally, even,
    auch, einschliesslich, inklusive, inkl, mit, samt, sowie, inbegriffen, eingeschlossen, zusatzlich, ausserdem, plus,
    aussi, y compris, avec, egalement, ainsi que, compris, comprise, comprises, inclus aussi, incluant, en incluant, plus,
    tambien, incluyendo, incluso, incluidos, incluidas, con, ademas, ademas de, junto con, inclusive`,
  notOnly: `not only, not just, nicht nur, pas seulement, pas uniquement, no solo, no solamente, no unicamente`,
  anew: `but, however, aber, sondern, jedoch, mais, cependant, pero, sino, sino que, then, dann, puis, ensuite, luego, while, wahrend`
}

const topics: Readonly<Record<Topic, string>> = {
  sitemap: `sitemap, sitemaps, sitemap.xml, site map, seitenverzeichnis, plan du site, mapa del sitio`,
  external: `external links, external link, external sites, external pages, external domains, external websites, outbound links, outgoing links, links to other sites, links to other domains, links to external sites, links off the site, offsite links, off site links, third party sites, third party links, other sites, other websites, other domains, other hosts,
    externe links, externen links, externer links, externe seiten, externen seiten, externe websites, fremde seiten, fremden seiten, fremde domains, fremden domains, andere websites, anderen websites, andere domains, anderen domains, andere webseiten, links zu anderen seiten, links auf andere seiten, links zu fremden seiten, links nach aussen,
    liens externes, lien externe, liens sortants, sites externes, pages externes, domaines externes, autres sites, autres domaines, liens vers d' autres sites, d' autres sites, d' autres domaines,
    enlaces externos, links externos, sitios externos, paginas externas, dominios externos, otros sitios, otros dominios, otras webs, otras paginas web, enlaces a otros sitios, enlaces salientes`,
  subdomains: `subdomain, subdomains, sub domains, sub domain, subdomanen, subdomane, unterdomains, unterdomanen, sous domaines, sous domaine, subdominios, subdominio`,
  query: `query parameters, query parameter, query params, query strings, query string, url parameters, url params, get parameters, parameters, querystring, querystrings, search parameters, tracking parameters,
    query parametern, queryparameter, url parametern, url parameter, abfrageparameter, parameter, parametern, anfrageparameter,
    parametres de requete, parametres d' url, parametres, parametres de l' url, chaines de requete,
    parametros de consulta, parametros de la url, parametros de url, parametros, cadenas de consulta, parametros de busqueda`,
  robots: `robots.txt, robots, robots file, robots rules, robots.txt file, robots.txt rules, robots exclusion, robots txt, robots datei, robots.txt datei, fichier robots.txt, fichier robots, archivo robots.txt, archivo robots`,
  duplicates: `duplicates, duplicate pages, duplicated pages, similar urls, duplicate urls, duplikate, doppelte seiten, doppelten seiten, doublons, pages en double, duplicados, duplicadas, paginas duplicadas`
}

const areas = `section, sections, area, areas, folder, directory, subdirectory, subfolder, path, part, bereich, bereiche, ordner, verzeichnis, rubrik, unterverzeichnis, pfad, abschnitt, rubrique, dossier, repertoire, chemin, seccion, secciones, carpeta, directorio, ruta, apartado`

const containings = `containing, contain, contains, that contain, which contain, including the word, with the word, with the text, mentioning, enthalten, enthalt, enthaltend, mit dem wort, mit dem text, contenant, contiennent, contient, avec le mot, contengan, contienen, contiene, que contengan, que contienen, con la palabra, con el texto, matching, ending in, starting with, called, named, namens, appele, appelee, llamada, llamado`

const fillers = `version, versions, language, languages, sprache, sprachen, langue, langues, idioma, idiomas, they, offer, offers, offered, what, how, much, details, detail, material, materials, they have, company, a, an, the, this, that, these, those, it, its, them, their, there, here, all, any, every, everything, each, and, or, of, from, on, in, at, to, for, by, as, into, under, below, within, inside, beneath, over, is, are, be, was, were, been, do, does, can, could, will, would, should, may, must, shall, i, me, my, we, us, our, you, your, please, pls, thanks, thank you, kindly, so, if, when, which, who, whose, what, that are, such, like, via, through, per, about, near, page, pages, site, website, webpage, webpages, web, url, urls, link, links, linked, content, contents, contained, found, starting, start, go, going, goes, make, sure, whole, entire, single, deep, deeper, level, levels, depth, domain, subpages, subpage, most, max, maximum, at most, limit, limits, first, stop, after, then stop, bother, interested, interest, relevant, matter, post, item, items, entry, entries, file, files, document, documents, landing, listing, listings, list, lists, overview, index, individual, main, everything else, anything, anything else, else, rest, remaining, data, information, info, crawl, crawler, job, kind, care, cares, type, types, not needed, needed, required, let's, hi, hello, ok, okay, well, together, up, down, with that, enough, fine, there is, there are, let, us, has, have, having, none, really, very, alone, tops, in total, i'm, i am, we're, you'll, those of, ones, one,
    der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, dieser, diese, dieses, diesen, diesem, alle, allen, alles, jede, jeden, jeder, und, oder, von, vom, auf, im, in, zu, zum, zur, fur, fuer, bei, beim, an, am, unter, unterhalb, innerhalb, uber, ist, sind, sein, werden, wird, wurde, sollen, soll, sollte, bitte, danke, ich, mich, mir, wir, uns, du, dich, dir, sie, es, ihn, man, so, dass, wenn, welche, was, seite, seiten, webseite, internetseite, adressen, adresse, inhalt, inhalte, beitrage, eintrage, datei, dateien, gehe, geh, gehen, tief, tiefe, ebene, ebenen, hochstens, maximal, ganze, ganzen, gesamte, gesamten, komplett, unterseite, unterseiten, daten, benotigt, notig, interessieren, interessiert, mehr, als, nach, stoppe, hore, auf, dabei, dort, hier, davon, dazu, wie, zwar, rest, ubrige, ubrigen, ubersicht, liste, listen, hallo, wirklich, warten, wartezeit, insgesamt, sich, durch, bis, haben, hat, aus, vom, dessen, deren, gilt, gern, gerne, bleib, bleibe, dich,
    le, la, les, l', un, une, des, du, de, d', ce, cet, cette, ces, tout, tous, toute, toutes, chaque, et, ou, en, dans, sur, sous, a, au, aux, pour, par, est, sont, etre, il, ils, elle, elles, on, je, j', me, m', moi, nous, vous, tu, toi, te, t', s', se, si, qui, qu', que, dont, ne, n', ou, merci, s' il te plait, s' il vous plait, svp, page, site, web, contenu, contenus, lien, liens, adresse, adresses, va, aller, allez, profondeur, niveau, niveaux, maximum, plus, entier, entiere, complet, sous pages, interesse, interessent, faut, fichiers, fichier, donnees, reste, liste, listes, bonjour, c', c' est, y, son, sa, ses, leur, leurs, mon, ma, mes, notre, votre, tes, meme, domaine, tres, vraiment, besoin, ai, ait, restant, rester, loin, depasser, depassez, depasse, en tout, avoir,
    el, los, las, lo, una, unos, unas, del, al, este, esta, estos, estas, ese, esa, esos, esas, todo, toda, todos, todas, cada, y, e, o, u, en, sobre, bajo, a, para, por, es, son, ser, sea, sean, yo, mi, nos, tu, te, se, si, que, cuyo, cuya, favor, por favor, gracias, pagina, paginas, sitio, web, sitio web, contenido, contenidos, enlace, enlaces, direccion, direcciones, ve, vaya, vayas, ir, profundidad, nivel, niveles, maximo, mas, entero, entera, completo, completa, subpaginas, interesan, interesa, necesita, archivo, archivos, datos, resto, lista, listas, hola, su, sus, nuestro, mismo, misma, dominio, desde, entre, de, muy, ha, han, hay, pasar, en total, les, le`

const all: ReadonlyArray<readonly [string, Meaning]> = [
  ...list(fillers).map((phrase) => [phrase, { is: "filler" }] as const),
  ...list(areas).map((phrase) => [phrase, { is: "area" }] as const),
  ...list(containings).map((phrase) => [phrase, { is: "containing" }] as const),
  ...[...sectionOf].map(([phrase, section]) => [phrase, { is: "section", section }] as const),
  ...Object.entries(topics).flatMap(([topic, words]) =>
    list(words).map((phrase) => [phrase, { is: "topic", topic: topic as Topic }] as const)
  ),
  ...Object.entries(cues).flatMap(([cue, words]) =>
    list(words).map((phrase) => [phrase, { is: "cue", cue: cue as Cue }] as const)
  )
]

/** Phrases of up to `longest` words; of two meanings the last written wins. */
export const vocabulary: ReadonlyMap<string, Meaning> = new Map(all)
export const longest = 7

/** Words after a part that only say that it consists of pages: `tag pages`, `blog posts`, `articles du blog`. */
export const partWords: ReadonlySet<string> = new Set(
  list(
    `posts, post, articles, article, pages, page, entries, beitrage, beitragen, artikel, artikeln, eintrage, seiten, seite, entradas, articulos, articulo, billets, listings`
  )
)

/** Endings of German compounds that say no more than that. */
export const compound =
  /^(\p{L}{2,}?)(?:s|n|en|e)?(?:seiten?|beitrage|beitragen|beitrag|artikeln?|eintrage|bereichs?|posts?|archiv|ubersicht|ordner|kategorie)$/u
