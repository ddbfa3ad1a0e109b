import type { Field } from './fields.js'

/**
 * Headers that people and other programs use, normalised by `plainName`: English, German, French, Spanish. Labels of
 * properties are not needed here.
 */
export const FIELD_NAMES: Readonly<Record<Field, readonly string[]>> = {
  '@type': ['resource type', 'o type', 'type of resource', 'resource name'],
  'o:id': ['o id', 'omeka id', 'resource id', 'internal id'],
  'o:resource_class': [
    'o resource class', 'resource class', 'o resource class o term', 'o resource class o label', 'class', 'klasse',
    'ressourcenklasse', 'classe', 'classe de ressource', 'clase', 'clase de recurso'
  ],
  'o:resource_template': [
    'o resource template', 'resource template', 'o resource template o label', 'template', 'vorlage',
    'ressourcenvorlage', 'modele', 'modele de ressource', 'plantilla', 'plantilla de recurso'
  ],
  'o:item_set': [
    'o item set', 'item set', 'item sets', 'itemset', 'o item set dcterms title', 'o item set o title', 'item set title',
    'item set titles', 'collection', 'collections', 'collection name', 'objektgruppe', 'objektgruppen', 'sammlung',
    'sammlungen', 'contenu', 'contenus', 'coleccion', 'colecciones', 'conjunto', 'conjunto de items'
  ],
  'o:owner': [
    'o owner', 'owner', 'owner email', 'o owner o email', 'o email', 'besitzer', 'eigentumer', 'proprietaire', 'propietario'
  ],
  'o:is_public': [
    'o is public', 'is public', 'public', 'visibility', 'published', 'offentlich', 'sichtbarkeit', 'sichtbar',
    'visibilite', 'publique', 'visibilidad', 'publico', 'visible'
  ],
  'o:is_open': ['o is open', 'is open', 'open to additions'],
  file: [
    'file', 'files', 'file name', 'filename', 'filenames', 'file names', 'file path', 'local file', 'media file',
    'media files', 'o media file', 'image', 'images', 'image file', 'image files', 'photo', 'photos', 'photograph',
    'picture', 'pictures', 'scan', 'media', 'attachment', 'attachments', 'datei', 'dateien', 'dateiname', 'dateinamen',
    'bild', 'bilder', 'bilddatei', 'bilddateien', 'foto', 'fotos', 'abbildung', 'abbildungen', 'medien', 'fichier',
    'fichiers', 'nom de fichier', 'nom du fichier', 'image numerique', 'visuel', 'archivo', 'archivos',
    'nombre de archivo', 'imagen', 'imagenes', 'medios'
  ],
  url: [
    'url', 'urls', 'file url', 'file urls', 'image url', 'image urls', 'media url', 'media urls', 'o media url',
    'o media ingest url', 'ingest url', 'o original url', 'original url', 'download url', 'bild url', 'bildadresse',
    'url de l image', 'url du fichier', 'url de imagen', 'url del archivo'
  ]
}

/** Headers for properties that are not labels in the built-in vocabularies. */
export const PROPERTY_NAMES: Readonly<Record<string, readonly string[]>> = {
  'dcterms:title': [
    'name', 'object name', 'object title', 'item title', 'caption', 'heading', 'bezeichnung', 'objekttitel', 'name des objekts',
    'uberschrift', 'intitule', 'nom', 'nombre', 'denominacion'
  ],
  'dcterms:creator': [
    'author', 'authors', 'artist', 'artists', 'maker', 'photographer', 'painter', 'autor', 'autoren', 'autorin', 'kunstler',
    'kunstlerin', 'kunstler in', 'fotograf', 'hersteller', 'verfasser', 'auteur', 'auteurs', 'artiste', 'createur', 'photographe',
    'autora', 'autores', 'artista', 'fotografo', 'creador'
  ],
  'dcterms:identifier': [
    'id', 'item id', 'object id', 'object number', 'object no', 'accession number', 'accession no', 'inventory number',
    'inventory no', 'inventory', 'catalogue number', 'catalog number', 'call number', 'shelfmark', 'reference number',
    'dc identifier', 'inventarnummer', 'inventarnr', 'inventar nr', 'inv nr', 'inv no', 'inv', 'signatur', 'objektnummer',
    'objekt id', 'kennung', 'numero d inventaire', 'no d inventaire', 'n d inventaire', 'n inventaire', 'numero inventaire', 'cote',
    'identifiant', 'numero de inventario', 'no de inventario', 'n de inventario',
    'inventario', 'signatura', 'identificador'
  ],
  'dcterms:subject': [
    'tag', 'tags', 'keyword', 'keywords', 'topic', 'topics', 'schlagwort', 'schlagworte', 'schlagworter', 'stichwort',
    'stichworter', 'themen', 'mot cle', 'mots cles', 'mots clefs', 'sujet', 'sujets', 'etiquetas', 'palabra clave',
    'palabras clave', 'tema', 'temas', 'materia', 'materias'
  ],
  'dcterms:description': [
    'notes', 'note', 'summary', 'comment', 'comments', 'text', 'anmerkung', 'anmerkungen', 'bemerkung', 'bemerkungen', 'notiz',
    'notizen', 'kommentar', 'remarque', 'remarques', 'commentaire', 'resume', 'nota', 'notas', 'comentario', 'resumen'
  ],
  'dcterms:date': ['year', 'dating', 'dated', 'jahr', 'datierung', 'annee', 'datation', 'ano', 'datacion', 'fecha'],
  'dcterms:created': ['date made', 'creation date', 'production date', 'herstellungsdatum', 'date de creation', 'fecha de creacion'],
  'dcterms:spatial': ['place', 'location', 'ort', 'fundort', 'herkunft', 'lieu', 'lugar', 'place name'],
  'dcterms:extent': [
    'dimensions', 'dimension', 'size', 'measurements', 'masse', 'abmessungen', 'abmessung', 'grosse', 'taille', 'mesures',
    'medidas', 'dimensiones', 'tamano'
  ],
  'dcterms:medium': [
    'technique', 'materials', 'material technique', 'medium technique', 'technik', 'material technik', 'materialien', 'materiaux',
    'materiau', 'tecnica', 'materiales'
  ],
  'dcterms:provenance': ['acquisition', 'credit line', 'erwerb', 'provenienz', 'procedencia'],
  'dcterms:rights': ['copyright', 'rights statement', 'urheberrecht', 'droits', 'derechos', 'nutzungsrechte'],
  'dcterms:license': ['licence', 'lizenz', 'licencia'],
  'dcterms:language': ['lang', 'languages', 'langue', 'idioma', 'lengua'],
  'dcterms:type': ['object type', 'genre', 'category', 'kategorie', 'objektart', 'categorie', 'categoria', 'genero'],
  'dcterms:publisher': ['verlag', 'editeur', 'editorial']
}
