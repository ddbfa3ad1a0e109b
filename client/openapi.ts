/* eslint-disable */
// Made by `npm run openapi` from the OpenAPI document; do not edit.

export interface paths {
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read this document */
        get: operations["readOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the resource types */
        get: operations["readIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the JSON-LD context */
        get: operations["readContext"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{folder}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a file of a media or an asset */
        get: operations["readFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/application/asset/thumbnails/default.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the picture of media without thumbnails */
        get: operations["readDefaultPlaceholder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/application/asset/thumbnails/image.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the picture of media without thumbnails */
        get: operations["readImagePlaceholder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/application/asset/thumbnails/video.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the picture of media without thumbnails */
        get: operations["readVideoPlaceholder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/application/asset/thumbnails/audio.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the picture of media without thumbnails */
        get: operations["readAudioPlaceholder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search users */
        get: operations["searchUser"];
        put?: never;
        /** Create a user */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a user */
        get: operations["readUser"];
        /** Replace a user */
        put: operations["replaceUser"];
        post?: never;
        /** Delete a user */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /** Change a user */
        patch: operations["patchUser"];
        trace?: never;
    };
    "/api/vocabularies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search vocabularies */
        get: operations["searchVocabulary"];
        put?: never;
        /** Create a vocabulary */
        post: operations["createVocabulary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vocabularies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a vocabulary */
        get: operations["readVocabulary"];
        /** Replace a vocabulary */
        put: operations["replaceVocabulary"];
        post?: never;
        /** Delete a vocabulary */
        delete: operations["deleteVocabulary"];
        options?: never;
        head?: never;
        /** Change a vocabulary */
        patch: operations["patchVocabulary"];
        trace?: never;
    };
    "/api/resource_classes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search resource classes */
        get: operations["searchResourceClass"];
        put?: never;
        /** Create a resource class */
        post: operations["createResourceClass"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resource_classes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a resource class */
        get: operations["readResourceClass"];
        /** Replace a resource class */
        put: operations["replaceResourceClass"];
        post?: never;
        /** Delete a resource class */
        delete: operations["deleteResourceClass"];
        options?: never;
        head?: never;
        /** Change a resource class */
        patch: operations["patchResourceClass"];
        trace?: never;
    };
    "/api/resource_templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search resource templates */
        get: operations["searchResourceTemplate"];
        put?: never;
        /** Create a resource template */
        post: operations["createResourceTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resource_templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a resource template */
        get: operations["readResourceTemplate"];
        /** Replace a resource template */
        put: operations["replaceResourceTemplate"];
        post?: never;
        /** Delete a resource template */
        delete: operations["deleteResourceTemplate"];
        options?: never;
        head?: never;
        /** Change a resource template */
        patch: operations["patchResourceTemplate"];
        trace?: never;
    };
    "/api/properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search properties */
        get: operations["searchProperty"];
        put?: never;
        /** Create a property */
        post: operations["createProperty"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/properties/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a property */
        get: operations["readProperty"];
        /** Replace a property */
        put: operations["replaceProperty"];
        post?: never;
        /** Delete a property */
        delete: operations["deleteProperty"];
        options?: never;
        head?: never;
        /** Change a property */
        patch: operations["patchProperty"];
        trace?: never;
    };
    "/api/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search items */
        get: operations["searchItem"];
        put?: never;
        /** Create an item */
        post: operations["createItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/items/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count items by facets */
        get: operations["countItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/items/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an item */
        get: operations["readItem"];
        /** Replace an item */
        put: operations["replaceItem"];
        post?: never;
        /** Delete an item */
        delete: operations["deleteItem"];
        options?: never;
        head?: never;
        /** Change an item */
        patch: operations["patchItem"];
        trace?: never;
    };
    "/api/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search media */
        get: operations["searchMedia"];
        put?: never;
        /** Create a media */
        post: operations["createMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count media by facets */
        get: operations["countMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a media */
        get: operations["readMedia"];
        /** Replace a media */
        put: operations["replaceMedia"];
        post?: never;
        /** Delete a media */
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        /** Change a media */
        patch: operations["patchMedia"];
        trace?: never;
    };
    "/api/item_sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search item sets */
        get: operations["searchItemSet"];
        put?: never;
        /** Create an item set */
        post: operations["createItemSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/item_sets/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count item sets by facets */
        get: operations["countItemSet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/item_sets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an item set */
        get: operations["readItemSet"];
        /** Replace an item set */
        put: operations["replaceItemSet"];
        post?: never;
        /** Delete an item set */
        delete: operations["deleteItemSet"];
        options?: never;
        head?: never;
        /** Change an item set */
        patch: operations["patchItemSet"];
        trace?: never;
    };
    "/api/modules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search modules */
        get: operations["searchModule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/modules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a module */
        get: operations["readModule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search sites */
        get: operations["searchSite"];
        put?: never;
        /** Create a site */
        post: operations["createSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a site */
        get: operations["readSite"];
        /** Replace a site */
        put: operations["replaceSite"];
        post?: never;
        /** Delete a site */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        /** Change a site */
        patch: operations["patchSite"];
        trace?: never;
    };
    "/api/site_pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search site pages */
        get: operations["searchSitePage"];
        put?: never;
        /** Create a site page */
        post: operations["createSitePage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site_pages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a site page */
        get: operations["readSitePage"];
        /** Replace a site page */
        put: operations["replaceSitePage"];
        post?: never;
        /** Delete a site page */
        delete: operations["deleteSitePage"];
        options?: never;
        head?: never;
        /** Change a site page */
        patch: operations["patchSitePage"];
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search jobs */
        get: operations["searchJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a job */
        get: operations["readJob"];
        /** Replace a job */
        put: operations["replaceJob"];
        post?: never;
        /** Delete a job */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        /** Change a job */
        patch: operations["patchJob"];
        trace?: never;
    };
    "/api/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search resources */
        get: operations["searchResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resources/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count resources by facets */
        get: operations["countResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a resource */
        get: operations["readResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search assets */
        get: operations["searchAsset"];
        put?: never;
        /** Create an asset */
        post: operations["createAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an asset */
        get: operations["readAsset"];
        /** Replace an asset */
        put: operations["replaceAsset"];
        post?: never;
        /** Delete an asset */
        delete: operations["deleteAsset"];
        options?: never;
        head?: never;
        /** Change an asset */
        patch: operations["patchAsset"];
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search webhooks */
        get: operations["searchWebhook"];
        put?: never;
        /** Create a webhook */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook */
        get: operations["readWebhook"];
        /** Replace a webhook */
        put: operations["replaceWebhook"];
        post?: never;
        /** Delete a webhook */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change a webhook */
        patch: operations["patchWebhook"];
        trace?: never;
    };
    "/api/api_resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search api resources */
        get: operations["searchApiResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api_resources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an api resource */
        get: operations["readApiResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search data types */
        get: operations["searchDataType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data_types/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a data type */
        get: operations["readDataType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change many resources
         * @description One `BulkLine` a line; one `BulkResult` a line comes back as soon as it is written, while more lines are sent. With `atomic` all are done or none: at most 5000 lines.
         */
        post: operations["createBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow changes
         * @description What was created, changed and deleted after a position, as far as you see it. Of each resource only the last change is told. With `Accept: text/event-stream` each change is sent as soon as it is committed, as a Server-Sent Event, whose id says its position and log.
         */
        get: operations["readChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export users */
        get: operations["exportUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vocabularies/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export vocabularies */
        get: operations["exportVocabulary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resource_classes/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export resource classes */
        get: operations["exportResourceClass"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resource_templates/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export resource templates */
        get: operations["exportResourceTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/properties/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export properties */
        get: operations["exportProperty"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/items/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export items */
        get: operations["exportItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export media */
        get: operations["exportMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/item_sets/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export item sets */
        get: operations["exportItemSet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sites/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export sites */
        get: operations["exportSite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site_pages/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export site pages */
        get: operations["exportSitePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export jobs */
        get: operations["exportJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resources/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export resources */
        get: operations["exportResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export assets */
        get: operations["exportAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export webhooks */
        get: operations["exportWebhook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the log of a job */
        get: operations["readJobLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description The latest first: those that wait, and the last of those that are done.
         */
        get: operations["searchWebhookDeliveries"];
        put?: never;
        /**
         * Send a test to a webhook, or a delivery again
         * @description Answers at once; the list of deliveries shows the result.
         */
        post: operations["sendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiResource: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:ApiResource";
            "o:id": string;
        };
        Asset: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Asset";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:owner": components["schemas"]["Reference"] | null;
            "o:name": string;
            "o:filename": string;
            "o:media_type": string;
            /** Format: uri */
            "o:asset_url": string;
            "o:alt_text": string | null;
        };
        AssetInput: {
            "o:name"?: string;
            "o:alt_text"?: string | null;
            "o:owner"?: components["schemas"]["ReferenceInput"] | null;
        } & {
            [key: string]: unknown;
        };
        BulkLine: {
            /**
             * @description `update` replaces (PUT), `patch` keeps what it does not name, `upsert` patches what `by` finds or creates it
             * @enum {string}
             */
            op: "create" | "update" | "patch" | "upsert" | "delete";
            /** @description Name of the resource type: `items` */
            resource: string;
            /** @description Of the resource to be changed or deleted, unless `by` finds it */
            id?: number | string;
            /**
             * @description Term of a property: the resource is found by the value that `data` has under it
             * @example dcterms:identifier
             */
            by?: string;
            /** @description The payload, as a request for one resource has it */
            data?: {
                [key: string]: unknown;
            };
        };
        BulkResult: {
            /** @description Number of the line */
            line: number;
            /** @description As a request for this resource alone would have */
            status: number;
            /**
             * @description What was done
             * @enum {string}
             */
            op?: "create" | "update" | "delete";
            resource?: string;
            /**
             * Format: uri
             * @description Address of what was created or changed
             */
            "@id"?: string;
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            /** @description Keys that nothing knows */
            ignored?: {
                key: string;
                nearest?: string;
            }[];
            /** @description What will not work with files that were stored */
            warnings?: string[];
            errors?: {
                [key: string]: unknown;
            };
        };
        Change: {
            /** @description Ascending in the order of commits; never given twice */
            position: number;
            /**
             * @description `delete`: you cannot see it any more, because it was deleted or made private. `create` and `update`: read it and keep it, whether you have it already or not
             * @enum {string}
             */
            op: "create" | "update" | "delete";
            /** @description Name of the resource type: `items` */
            resource: string;
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            /**
             * Format: uri
             * @description Address at which it is read, or was
             */
            "@id": string;
            /**
             * Format: date-time
             * @description Time of the change, UTC, to the second
             */
            modified: string;
        };
        ChangesPage: {
            /** @description In the order of their positions */
            entries: components["schemas"]["Change"][];
            /** @description Position of the newest change that you may see: the next `since` */
            last: number;
            /** @description There is nothing more at the moment */
            done: boolean;
            /**
             * Format: uri
             * @description Address of what follows, unless it is done
             */
            next?: string;
            /** @description Identifies this log and the rights of its reader; send it back with `since` */
            epoch: string;
        };
        DataType: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:DataType";
            "o:id": string;
            "o:label": string;
        };
        DeletedAsset: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Asset";
            "o:id": null;
            "o:owner": components["schemas"]["Reference"] | null;
            "o:name": string;
            "o:filename": string;
            "o:media_type": string;
            /** Format: uri */
            "o:asset_url": string;
            "o:alt_text": string | null;
        };
        DeletedItem: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            "@type": "o:Item" | [
                "o:Item",
                string
            ];
            "o:id": null;
            "o:is_public": boolean;
            "o:owner": components["schemas"]["Reference"] | null;
            "o:resource_class": components["schemas"]["Reference"] | null;
            "o:resource_template": components["schemas"]["Reference"] | null;
            /** @description Asset shown in place of the thumbnail */
            "o:thumbnail": components["schemas"]["Reference"] | null;
            "o:title": string | null;
            thumbnail_display_urls: {
                large: string | null;
                medium: string | null;
                square: string | null;
            };
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
            "o:primary_media": components["schemas"]["DeletedReference"] | null;
            "o:media": components["schemas"]["DeletedReference"][];
            "o:item_set": components["schemas"]["Reference"][];
            "o:site": components["schemas"]["Reference"][];
            /** @description Resources that link here, by property */
            "@reverse"?: {
                [key: string]: {
                    /** Format: uri */
                    "@id": string;
                    "o:title": string | null;
                }[];
            };
        } & {
            [key: string]: components["schemas"]["Value"][];
        };
        DeletedItemSet: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            "@type": "o:ItemSet" | [
                "o:ItemSet",
                string
            ];
            "o:id": null;
            "o:is_public": boolean;
            "o:owner": components["schemas"]["Reference"] | null;
            "o:resource_class": components["schemas"]["Reference"] | null;
            "o:resource_template": components["schemas"]["Reference"] | null;
            /** @description Asset shown in place of the thumbnail */
            "o:thumbnail": components["schemas"]["Reference"] | null;
            "o:title": string | null;
            thumbnail_display_urls: {
                large: string | null;
                medium: string | null;
                square: string | null;
            };
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
            /** @description Whether everybody who makes items may add them */
            "o:is_open": boolean;
            "o:items": {
                /** Format: uri */
                "@id": string;
            };
            /** @description Resources that link here, by property */
            "@reverse"?: {
                [key: string]: {
                    /** Format: uri */
                    "@id": string;
                    "o:title": string | null;
                }[];
            };
        } & {
            [key: string]: components["schemas"]["Value"][];
        };
        DeletedJob: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Job";
            "o:id": null;
            "o:status": ("starting" | "stopping" | "in_progress" | "completed" | "stopped" | "error") | null;
            /** @description What is done */
            "o:job_class": string;
            "o:args": {
                [key: string]: unknown;
            } | unknown[];
            "o:owner": components["schemas"]["Reference"] | null;
            "o:started": components["schemas"]["TypedDate"];
            "o:ended": components["schemas"]["TypedDate"] | null;
        };
        DeletedMedia: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            "@type": "o:Media" | [
                "o:Media",
                string
            ] | "o-cnt:ContentAsText";
            "o:id": null;
            "o:is_public": boolean;
            "o:owner": components["schemas"]["Reference"] | null;
            "o:resource_class": components["schemas"]["Reference"] | null;
            "o:resource_template": components["schemas"]["Reference"] | null;
            /** @description Asset shown in place of the thumbnail */
            "o:thumbnail": components["schemas"]["Reference"] | null;
            "o:title": string | null;
            thumbnail_display_urls: {
                large: string | null;
                medium: string | null;
                square: string | null;
            };
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
            /** @description How it came in: upload, url, html, iiif, iiif_presentation, oembed, youtube */
            "o:ingester": string;
            /** @description How it is shown: file, or as its ingester is called */
            "o:renderer": string;
            "o:item": components["schemas"]["Reference"];
            "o:source": string | null;
            "o:media_type": string | null;
            "o:sha256": string | null;
            "o:size": number | null;
            "o:filename": string | null;
            "o:lang": string | null;
            "o:alt_text": string | null;
            "o:original_url": string | null;
            /** @description An empty list when there are none */
            "o:thumbnail_urls": {
                /** Format: uri */
                large: string;
                /** Format: uri */
                medium: string;
                /** Format: uri */
                square: string;
            } | unknown[];
            /** @description What the ingester stores; an empty list if it stores nothing */
            data: unknown;
            "o-cnt:chars"?: string | null;
            /** @constant */
            "o-cnt:characterEncoding"?: "UTF-8";
            "o-time:hasBeginning"?: {
                "@value": string;
                /** @constant */
                "@type": "o-time:seconds";
            };
            "o-time:hasEnd"?: {
                "@value": string;
                /** @constant */
                "@type": "o-time:seconds";
            };
            /** @description Resources that link here, by property */
            "@reverse"?: {
                [key: string]: {
                    /** Format: uri */
                    "@id": string;
                    "o:title": string | null;
                }[];
            };
        } & {
            [key: string]: components["schemas"]["Value"][];
        };
        DeletedProperty: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Property";
            "o:id": null;
            "o:local_name": string;
            "o:label": string;
            "o:comment": string | null;
            /** @description `prefix:local_name` */
            "o:term": string;
            "o:vocabulary": components["schemas"]["Reference"];
        };
        DeletedReference: {
            /**
             * Format: uri
             * @description Address of the collection
             */
            "@id": string;
            "o:id": null;
        };
        DeletedResourceClass: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:ResourceClass";
            "o:id": null;
            "o:local_name": string;
            "o:label": string;
            "o:comment": string | null;
            /** @description `prefix:local_name` */
            "o:term": string;
            "o:vocabulary": components["schemas"]["Reference"];
        };
        DeletedResourceTemplate: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:ResourceTemplate";
            "o:id": null;
            "o:label": string;
            "o:owner": components["schemas"]["Reference"] | null;
            "o:resource_class": components["schemas"]["Reference"] | null;
            "o:title_property": components["schemas"]["Reference"] | null;
            "o:description_property": components["schemas"]["Reference"] | null;
            /** @description Properties, in the order in which values are shown */
            "o:resource_template_property": {
                "o:property": components["schemas"]["Reference"];
                "o:alternate_label": string | null;
                "o:alternate_comment": string | null;
                /** @description Names of data types; empty for the usual ones */
                "o:data_type": string[];
                "o:is_required": boolean;
                "o:is_private": boolean;
                "o:default_lang": string | null;
            }[];
        };
        DeletedSite: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Site";
            "o:id": null;
            "o:slug": string;
            "o:theme": string;
            "o:title": string;
            "o:summary": string | null;
            "o:thumbnail": components["schemas"]["Reference"] | null;
            "o:navigation": {
                /** @description page, url, browse, browseItemSets, or another */
                type: string;
                data: {
                    [key: string]: unknown;
                } | unknown[];
                /** @description Links below this one */
                links?: unknown[];
            }[];
            "o:homepage": components["schemas"]["DeletedReference"] | null;
            "o:item_pool": {
                [key: string]: unknown;
            } | unknown[];
            "o:owner": components["schemas"]["Reference"] | null;
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
            "o:is_public": boolean;
            "o:assign_new_items": boolean;
            "o:page": components["schemas"]["DeletedReference"][];
            "o:site_permission": {
                "o:user": components["schemas"]["Reference"];
                "o:role": string;
            }[];
            "o:site_item_set": {
                "o:item_set": components["schemas"]["Reference"];
            }[];
            "o:site_item": {
                /** Format: uri */
                "@id": string;
            };
        };
        DeletedSitePage: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:SitePage";
            "o:id": null;
            "o:slug": string;
            "o:title": string;
            "o:is_public": boolean;
            "o:layout": string | null;
            "o:layout_data": {
                [key: string]: unknown;
            } | unknown[];
            "o:block": {
                /** @description What kind of block it is: html, media, browsePreview, … */
                "o:layout": string;
                "o:data": {
                    [key: string]: unknown;
                } | unknown[];
                "o:layout_data": ({
                    [key: string]: unknown;
                } | unknown[]) | null;
                "o:attachment": {
                    "o:item": components["schemas"]["Reference"] | null;
                    "o:media": components["schemas"]["Reference"] | null;
                    /** @description Sanitised HTML */
                    "o:caption": string;
                }[];
            }[];
            "o:site": components["schemas"]["Reference"];
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
        };
        DeletedUser: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:User";
            "o:id": null;
            "o:name": string;
            "o:email": string;
            /**
             * Format: date-time
             * @description A plain text, unlike other dates
             */
            "o:created": string;
            "o:role": components["schemas"]["Role"];
            "o:is_active": boolean;
        };
        DeletedVocabulary: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Vocabulary";
            "o:id": null;
            "o:namespace_uri": string;
            "o:prefix": string;
            "o:label": string;
            "o:comment": string | null;
            "o:owner": components["schemas"]["Reference"] | null;
        };
        DeletedWebhook: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "vitrine:Webhook";
            "o:id": null;
            "o:label": string;
            "o:owner": components["schemas"]["Reference"] | null;
            /**
             * Format: uri
             * @description Address, of http or https, to which deliveries are posted
             */
            "vitrine:address": string;
            /** @description Shown once, when the webhook is created */
            "vitrine:secret"?: string;
            /** @description Resource types whose changes are sent; empty: all */
            "vitrine:resources": ("items" | "item_sets" | "media")[];
            /** @description Which changes are sent; empty: all */
            "vitrine:operations": ("create" | "update" | "delete")[];
            /** @description Send changes of private resources, too; otherwise a resource that becomes private counts as deleted */
            "vitrine:includes_private": boolean;
            "o:is_active": boolean;
            /** @description Why it was turned off: its address answered 410, or nothing could be delivered for days */
            "vitrine:problem": ("gone" | "failing") | null;
            "vitrine:failing_since": components["schemas"]["TypedDate"] | null;
            /** @description Position in the log of changes up to which it has come */
            "vitrine:position": number;
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
        };
        /** @description One message under `error`, or messages by the key at fault */
        ErrorBody: {
            errors: {
                error: string;
            } | {
                [key: string]: (string | {
                    [key: string]: unknown;
                })[];
            };
            /** @description When the server is at fault: the id of the request, which lines of its log hold */
            "request-id"?: string;
        };
        FacetCounts: {
            /** Format: uri */
            "@context": string;
            /** @description Resources found */
            total: number;
            /** @description By facet, the largest groups first */
            facets: {
                [key: string]: components["schemas"]["FacetGroup"][];
            };
        };
        FacetGroup: {
            /** @description Address of the class, template, account, item set or linked resource, or a URI */
            "@id"?: string;
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            /** @description Term of the class */
            "o:term"?: string;
            /** @description Label of the class, the template or the URI */
            "o:label"?: string;
            /** @description Language of the label of the URI */
            "o:lang"?: string;
            /** @description Title of the item set */
            "o:title"?: string | null;
            /** @description Name of the owner, for those who may read accounts */
            "o:name"?: string;
            /** @description Of a value: its data type */
            type?: string;
            /** @description Text of a value, as it is first spelled */
            "@value"?: string;
            "@language"?: string;
            /** @description Number of the resource; never used again once it is deleted */
            value_resource_id?: number;
            value_resource_name?: string;
            url?: null;
            /** @description Title of the linked resource */
            display_title?: string;
            /** @description Resources found that have it */
            count: number;
        };
        Item: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            "@type": "o:Item" | [
                "o:Item",
                string
            ];
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:is_public": boolean;
            "o:owner": components["schemas"]["Reference"] | null;
            "o:resource_class": components["schemas"]["Reference"] | null;
            "o:resource_template": components["schemas"]["Reference"] | null;
            /** @description Asset shown in place of the thumbnail */
            "o:thumbnail": components["schemas"]["Reference"] | null;
            "o:title": string | null;
            thumbnail_display_urls: {
                large: string | null;
                medium: string | null;
                square: string | null;
            };
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
            "o:primary_media": components["schemas"]["Reference"] | null;
            "o:media": components["schemas"]["Reference"][];
            "o:item_set": components["schemas"]["Reference"][];
            "o:site": components["schemas"]["Reference"][];
            /** @description Resources that link here, by property */
            "@reverse"?: {
                [key: string]: {
                    /** Format: uri */
                    "@id": string;
                    "o:title": string | null;
                }[];
            };
        } & {
            [key: string]: components["schemas"]["Value"][];
        };
        ItemInput: {
            "o:is_public"?: boolean;
            "o:owner"?: components["schemas"]["ReferenceInput"] | null;
            "o:resource_class"?: components["schemas"]["ReferenceInput"] | null;
            "o:resource_template"?: components["schemas"]["ReferenceInput"] | null;
            "o:thumbnail"?: components["schemas"]["ReferenceInput"] | null;
            "o:primary_media"?: components["schemas"]["ReferenceInput"] | null;
            /** @description Media to keep, by id and in this order, and media to make; others are deleted */
            "o:media"?: (components["schemas"]["ReferenceInput"] | components["schemas"]["MediaInput"])[];
            "o:item_set"?: (components["schemas"]["ReferenceInput"] | number | string)[];
            "o:site"?: (components["schemas"]["ReferenceInput"] | number | string)[];
        } & {
            [term: `${"dcterms" | "dctype" | "bibo" | "foaf"}:${string}`]: components["schemas"]["ValueInput"][];
            [key: string]: unknown;
        };
        ItemSet: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            "@type": "o:ItemSet" | [
                "o:ItemSet",
                string
            ];
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:is_public": boolean;
            "o:owner": components["schemas"]["Reference"] | null;
            "o:resource_class": components["schemas"]["Reference"] | null;
            "o:resource_template": components["schemas"]["Reference"] | null;
            /** @description Asset shown in place of the thumbnail */
            "o:thumbnail": components["schemas"]["Reference"] | null;
            "o:title": string | null;
            thumbnail_display_urls: {
                large: string | null;
                medium: string | null;
                square: string | null;
            };
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
            /** @description Whether everybody who makes items may add them */
            "o:is_open": boolean;
            "o:items": {
                /** Format: uri */
                "@id": string;
            };
            /** @description Resources that link here, by property */
            "@reverse"?: {
                [key: string]: {
                    /** Format: uri */
                    "@id": string;
                    "o:title": string | null;
                }[];
            };
        } & {
            [key: string]: components["schemas"]["Value"][];
        };
        ItemSetInput: {
            "o:is_public"?: boolean;
            "o:owner"?: components["schemas"]["ReferenceInput"] | null;
            "o:resource_class"?: components["schemas"]["ReferenceInput"] | null;
            "o:resource_template"?: components["schemas"]["ReferenceInput"] | null;
            "o:thumbnail"?: components["schemas"]["ReferenceInput"] | null;
            "o:is_open"?: boolean;
        } & {
            [term: `${"dcterms" | "dctype" | "bibo" | "foaf"}:${string}`]: components["schemas"]["ValueInput"][];
            [key: string]: unknown;
        };
        Job: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Job";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:status": ("starting" | "stopping" | "in_progress" | "completed" | "stopped" | "error") | null;
            /** @description What is done */
            "o:job_class": string;
            "o:args": {
                [key: string]: unknown;
            } | unknown[];
            "o:owner": components["schemas"]["Reference"] | null;
            "o:started": components["schemas"]["TypedDate"];
            "o:ended": components["schemas"]["TypedDate"] | null;
        };
        JobLog: {
            "o:id": number;
            "o:status": ("starting" | "stopping" | "in_progress" | "completed" | "stopped" | "error") | null;
            /** @description Percent */
            progress: number;
            log: string[];
        };
        LiteralValue: {
            /** @constant */
            type: "literal";
            /** @description Number of the resource; never used again once it is deleted */
            property_id: number;
            property_label: string;
            is_public: boolean;
            /** @description Values about this value, by property */
            "@annotation"?: {
                [key: string]: components["schemas"]["Value"][];
            };
            "@value": string;
            /** @description Language tag */
            "@language"?: string;
        };
        Media: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            "@type": "o:Media" | [
                "o:Media",
                string
            ] | "o-cnt:ContentAsText";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:is_public": boolean;
            "o:owner": components["schemas"]["Reference"] | null;
            "o:resource_class": components["schemas"]["Reference"] | null;
            "o:resource_template": components["schemas"]["Reference"] | null;
            /** @description Asset shown in place of the thumbnail */
            "o:thumbnail": components["schemas"]["Reference"] | null;
            "o:title": string | null;
            thumbnail_display_urls: {
                large: string | null;
                medium: string | null;
                square: string | null;
            };
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
            /** @description How it came in: upload, url, html, iiif, iiif_presentation, oembed, youtube */
            "o:ingester": string;
            /** @description How it is shown: file, or as its ingester is called */
            "o:renderer": string;
            "o:item": components["schemas"]["Reference"];
            "o:source": string | null;
            "o:media_type": string | null;
            "o:sha256": string | null;
            "o:size": number | null;
            "o:filename": string | null;
            "o:lang": string | null;
            "o:alt_text": string | null;
            "o:original_url": string | null;
            /** @description An empty list when there are none */
            "o:thumbnail_urls": {
                /** Format: uri */
                large: string;
                /** Format: uri */
                medium: string;
                /** Format: uri */
                square: string;
            } | unknown[];
            /** @description What the ingester stores; an empty list if it stores nothing */
            data: unknown;
            "o-cnt:chars"?: string | null;
            /** @constant */
            "o-cnt:characterEncoding"?: "UTF-8";
            "o-time:hasBeginning"?: {
                "@value": string;
                /** @constant */
                "@type": "o-time:seconds";
            };
            "o-time:hasEnd"?: {
                "@value": string;
                /** @constant */
                "@type": "o-time:seconds";
            };
            /** @description Resources that link here, by property */
            "@reverse"?: {
                [key: string]: {
                    /** Format: uri */
                    "@id": string;
                    "o:title": string | null;
                }[];
            };
        } & {
            [key: string]: components["schemas"]["Value"][];
        };
        MediaInput: {
            "o:is_public"?: boolean;
            "o:owner"?: components["schemas"]["ReferenceInput"] | null;
            "o:resource_class"?: components["schemas"]["ReferenceInput"] | null;
            "o:resource_template"?: components["schemas"]["ReferenceInput"] | null;
            "o:thumbnail"?: components["schemas"]["ReferenceInput"] | null;
            /** @description upload, url, html, iiif, iiif_presentation, oembed or youtube */
            "o:ingester"?: string;
            "o:item"?: components["schemas"]["ReferenceInput"] | null;
            position?: (number | string) | null;
            /** @description Which of the files `file[…]` of the form (upload) */
            file_index?: number | string;
            /** @description Where to fetch the file (url) */
            ingest_url?: string;
            /** @description The text (html) */
            html?: string;
            data?: unknown;
            "o:source"?: string | null;
            "o:lang"?: string | null;
            "o:alt_text"?: string | null;
        } & {
            [term: `${"dcterms" | "dctype" | "bibo" | "foaf"}:${string}`]: components["schemas"]["ValueInput"][];
            [key: string]: unknown;
        };
        Module: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Module";
            "o:id": string;
            "o:state": string;
            "o:ini": {
                [key: string]: unknown;
            } | unknown[];
        };
        Property: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Property";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:local_name": string;
            "o:label": string;
            "o:comment": string | null;
            /** @description `prefix:local_name` */
            "o:term": string;
            "o:vocabulary": components["schemas"]["Reference"];
        };
        PropertyInput: {
            "o:local_name"?: string;
            "o:label"?: string;
            "o:comment"?: string | null;
            "o:owner"?: components["schemas"]["ReferenceInput"] | null;
            "o:vocabulary"?: components["schemas"]["ReferenceInput"];
        } & {
            [key: string]: unknown;
        };
        Reference: {
            /**
             * Format: uri
             * @description Address at which it is read
             */
            "@id": string;
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
        };
        ReferenceInput: {
            "@id"?: string;
            "o:id": (number | string) | null;
        };
        Resource: components["schemas"]["Item"] | components["schemas"]["ItemSet"] | components["schemas"]["Media"] | components["schemas"]["ValueAnnotation"];
        ResourceClass: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:ResourceClass";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:local_name": string;
            "o:label": string;
            "o:comment": string | null;
            /** @description `prefix:local_name` */
            "o:term": string;
            "o:vocabulary": components["schemas"]["Reference"];
        };
        ResourceClassInput: {
            "o:local_name"?: string;
            "o:label"?: string;
            "o:comment"?: string | null;
            "o:owner"?: components["schemas"]["ReferenceInput"] | null;
            "o:vocabulary"?: components["schemas"]["ReferenceInput"];
        } & {
            [key: string]: unknown;
        };
        ResourceTemplate: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:ResourceTemplate";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:label": string;
            "o:owner": components["schemas"]["Reference"] | null;
            "o:resource_class": components["schemas"]["Reference"] | null;
            "o:title_property": components["schemas"]["Reference"] | null;
            "o:description_property": components["schemas"]["Reference"] | null;
            /** @description Properties, in the order in which values are shown */
            "o:resource_template_property": {
                "o:property": components["schemas"]["Reference"];
                "o:alternate_label": string | null;
                "o:alternate_comment": string | null;
                /** @description Names of data types; empty for the usual ones */
                "o:data_type": string[];
                "o:is_required": boolean;
                "o:is_private": boolean;
                "o:default_lang": string | null;
            }[];
        };
        ResourceTemplateInput: {
            "o:label"?: string;
            "o:owner"?: components["schemas"]["ReferenceInput"] | null;
            "o:resource_class"?: components["schemas"]["ReferenceInput"] | null;
            "o:title_property"?: components["schemas"]["ReferenceInput"] | null;
            "o:description_property"?: components["schemas"]["ReferenceInput"] | null;
            "o:resource_template_property"?: ({
                "o:property"?: components["schemas"]["ReferenceInput"];
                "o:alternate_label"?: string | null;
                "o:alternate_comment"?: string | null;
                /** @description Names of data types; empty for the usual ones */
                "o:data_type"?: string[];
                "o:is_required"?: boolean;
                "o:is_private"?: boolean;
                "o:default_lang"?: string | null;
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        ResourceValue: {
            /** @enum {string} */
            type: "resource" | "resource:item" | "resource:itemset" | "resource:media";
            /** @description Number of the resource; never used again once it is deleted */
            property_id: number;
            property_label: string;
            is_public: boolean;
            /** @description Values about this value, by property */
            "@annotation"?: {
                [key: string]: components["schemas"]["Value"][];
            };
            /**
             * Format: uri
             * @description Address of the linked resource
             */
            "@id": string;
            /** @description Number of the resource; never used again once it is deleted */
            value_resource_id: number;
            /** @enum {string} */
            value_resource_name: "items" | "item_sets" | "media";
            url: null;
            /** @description Title of the linked resource */
            display_title: string;
            /** Format: uri */
            thumbnail_url?: string;
            thumbnail_title?: string;
            thumbnail_type?: string | null;
        };
        /** @enum {string} */
        Role: "global_admin" | "site_admin" | "editor" | "reviewer" | "author" | "researcher";
        Scalars: {
            [key: string]: (string | number | boolean) | null;
        } | unknown[];
        Site: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Site";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:slug": string;
            "o:theme": string;
            "o:title": string;
            "o:summary": string | null;
            "o:thumbnail": components["schemas"]["Reference"] | null;
            "o:navigation": {
                /** @description page, url, browse, browseItemSets, or another */
                type: string;
                data: {
                    [key: string]: unknown;
                } | unknown[];
                /** @description Links below this one */
                links?: unknown[];
            }[];
            "o:homepage": components["schemas"]["Reference"] | null;
            "o:item_pool": {
                [key: string]: unknown;
            } | unknown[];
            "o:owner": components["schemas"]["Reference"] | null;
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
            "o:is_public": boolean;
            "o:assign_new_items": boolean;
            "o:page": components["schemas"]["Reference"][];
            "o:site_permission": {
                "o:user": components["schemas"]["Reference"];
                "o:role": string;
            }[];
            "o:site_item_set": {
                "o:item_set": components["schemas"]["Reference"];
            }[];
            "o:site_item": {
                /** Format: uri */
                "@id": string;
            };
        };
        SiteInput: {
            "o:slug"?: string;
            "o:theme"?: string;
            "o:title"?: string;
            "o:summary"?: string | null;
            "o:thumbnail"?: components["schemas"]["ReferenceInput"] | null;
            "o:navigation"?: {
                /** @description page, url, browse, browseItemSets, or another */
                type: string;
                data: {
                    [key: string]: unknown;
                } | unknown[];
                /** @description Links below this one */
                links?: unknown[];
            }[];
            "o:homepage"?: components["schemas"]["ReferenceInput"] | null;
            "o:item_pool"?: {
                [key: string]: unknown;
            } | unknown[];
            "o:owner"?: components["schemas"]["ReferenceInput"] | null;
            "o:is_public"?: boolean;
            "o:assign_new_items"?: boolean;
            /** @description Pages to keep; others are deleted */
            "o:page"?: components["schemas"]["ReferenceInput"][];
            "o:site_permission"?: {
                "o:user": components["schemas"]["ReferenceInput"];
                "o:role": string;
            }[];
            /** @description In the order of the list */
            "o:site_item_set"?: {
                "o:item_set": components["schemas"]["ReferenceInput"];
            }[];
        } & {
            [key: string]: unknown;
        };
        SitePage: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:SitePage";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:slug": string;
            "o:title": string;
            "o:is_public": boolean;
            "o:layout": string | null;
            "o:layout_data": {
                [key: string]: unknown;
            } | unknown[];
            "o:block": {
                /** @description What kind of block it is: html, media, browsePreview, … */
                "o:layout": string;
                "o:data": {
                    [key: string]: unknown;
                } | unknown[];
                "o:layout_data": ({
                    [key: string]: unknown;
                } | unknown[]) | null;
                "o:attachment": {
                    "o:item": components["schemas"]["Reference"] | null;
                    "o:media": components["schemas"]["Reference"] | null;
                    /** @description Sanitised HTML */
                    "o:caption": string;
                }[];
            }[];
            "o:site": components["schemas"]["Reference"];
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
        };
        SitePageInput: {
            "o:slug"?: string;
            "o:title"?: string;
            "o:is_public"?: boolean;
            "o:layout"?: string | null;
            "o:layout_data"?: ({
                [key: string]: unknown;
            } | unknown[]) | null;
            /** @description Replace the blocks of the page, with PUT and with PATCH */
            "o:block"?: ({
                "o:layout"?: string;
                "o:data"?: ({
                    [key: string]: unknown;
                } | unknown[]) | string;
                "o:layout_data"?: ({
                    [key: string]: unknown;
                } | unknown[]) | null;
                "o:attachment"?: {
                    "o:item"?: components["schemas"]["ReferenceInput"] | null;
                    "o:media"?: components["schemas"]["ReferenceInput"] | null;
                    "o:caption"?: string;
                }[];
            } & {
                [key: string]: unknown;
            })[];
            "o:site"?: components["schemas"]["ReferenceInput"];
        } & {
            [key: string]: unknown;
        };
        TypedDate: {
            /**
             * Format: date-time
             * @description UTC, to the second
             */
            "@value": string;
            /** @constant */
            "@type": "http://www.w3.org/2001/XMLSchema#dateTime";
        };
        UriValue: {
            /** @constant */
            type: "uri";
            /** @description Number of the resource; never used again once it is deleted */
            property_id: number;
            property_label: string;
            is_public: boolean;
            /** @description Values about this value, by property */
            "@annotation"?: {
                [key: string]: components["schemas"]["Value"][];
            };
            /** @description The URI, as it was given */
            "@id": string;
            /** @description Label of the URI */
            "o:label"?: string;
            /** @description Language of that label */
            "o:lang"?: string;
        };
        User: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:User";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:name": string;
            "o:email": string;
            /**
             * Format: date-time
             * @description A plain text, unlike other dates
             */
            "o:created": string;
            "o:role": components["schemas"]["Role"];
            "o:is_active": boolean;
        };
        UserInput: {
            "o:name"?: string;
            /** Format: email */
            "o:email"?: string;
            "o:role"?: components["schemas"]["Role"];
            "o:is_active"?: boolean;
        } & {
            [key: string]: unknown;
        };
        Value: components["schemas"]["LiteralValue"] | components["schemas"]["UriValue"] | components["schemas"]["ResourceValue"];
        ValueAnnotation: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            "@type": "o:ValueAnnotation" | [
                "o:ValueAnnotation",
                string
            ];
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:is_public": boolean;
            "o:owner": components["schemas"]["Reference"] | null;
            "o:resource_class": components["schemas"]["Reference"] | null;
            "o:resource_template": components["schemas"]["Reference"] | null;
            /** @description Asset shown in place of the thumbnail */
            "o:thumbnail": components["schemas"]["Reference"] | null;
            "o:title": string | null;
            thumbnail_display_urls: {
                large: string | null;
                medium: string | null;
                square: string | null;
            };
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
            /** @description Resources that link here, by property */
            "@reverse"?: {
                [key: string]: {
                    /** Format: uri */
                    "@id": string;
                    "o:title": string | null;
                }[];
            };
        } & {
            [key: string]: components["schemas"]["Value"][];
        };
        ValueInput: {
            /** @description Name of a data type. Unless given: literal with `@value`, resource with `value_resource_id`, otherwise uri */
            type?: string;
            /** @description Unless given, the property that the key names */
            property_id?: number | string;
            is_public?: boolean;
            "@annotation"?: {
                [key: string]: components["schemas"]["ValueInput"][];
            } | null;
            /** @description A text; data types that an application adds may take other JSON */
            "@value"?: unknown;
            "@language"?: string | null;
            "@id"?: string;
            "o:label"?: string | null;
            "o:lang"?: string | null;
            value_resource_id?: number | string;
        } & {
            [key: string]: unknown;
        };
        ValueQueryRow: {
            /** @description Id or term of a property; empty for any */
            property?: string | string[];
            /** @description How to compare: `eq` equals, `in` contains, `sw` starts with, `ew` ends with, `res` links to the resource with this id, `ex` has any value, `dt` is of this data type; negated `neq`, `nin`, `nsw`, `new`, `nres`, `nex`, `ndt`; or `lt`, `lte`, `gt`, `gte`, by number or by date (1890, 1890-05-12, 189X, 1890/1900) */
            type?: string;
            /** @description What to compare with; of several texts any, of a negation none */
            text?: string | string[];
            /** @description `or` joins with the row before; anything else means and, which binds tighter */
            joiner?: string;
        };
        Vocabulary: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Vocabulary";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:namespace_uri": string;
            "o:prefix": string;
            "o:label": string;
            "o:comment": string | null;
            "o:owner": components["schemas"]["Reference"] | null;
        };
        VocabularyInput: {
            "o:namespace_uri"?: string;
            "o:prefix"?: string;
            "o:label"?: string;
            "o:comment"?: string | null;
            "o:owner"?: components["schemas"]["ReferenceInput"] | null;
            /** @description Properties to keep and to make; others are deleted, with every value of theirs */
            "o:property"?: (components["schemas"]["ReferenceInput"] | components["schemas"]["PropertyInput"])[];
            /** @description Classes to keep and to make; others are deleted */
            "o:class"?: (components["schemas"]["ReferenceInput"] | components["schemas"]["ResourceClassInput"])[];
        } & {
            [key: string]: unknown;
        };
        Webhook: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "vitrine:Webhook";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id": number;
            "o:label": string;
            "o:owner": components["schemas"]["Reference"] | null;
            /**
             * Format: uri
             * @description Address, of http or https, to which deliveries are posted
             */
            "vitrine:address": string;
            /** @description Shown once, when the webhook is created */
            "vitrine:secret"?: string;
            /** @description Resource types whose changes are sent; empty: all */
            "vitrine:resources": ("items" | "item_sets" | "media")[];
            /** @description Which changes are sent; empty: all */
            "vitrine:operations": ("create" | "update" | "delete")[];
            /** @description Send changes of private resources, too; otherwise a resource that becomes private counts as deleted */
            "vitrine:includes_private": boolean;
            "o:is_active": boolean;
            /** @description Why it was turned off: its address answered 410, or nothing could be delivered for days */
            "vitrine:problem": ("gone" | "failing") | null;
            "vitrine:failing_since": components["schemas"]["TypedDate"] | null;
            /** @description Position in the log of changes up to which it has come */
            "vitrine:position": number;
            "o:created": components["schemas"]["TypedDate"];
            "o:modified": components["schemas"]["TypedDate"] | null;
        };
        WebhookDeliveries: {
            total: number;
            deliveries: components["schemas"]["WebhookDelivery"][];
        };
        WebhookDelivery: {
            id: number;
            /** @description The header `Webhook-Id` and the member `delivery` of what is sent */
            delivery: string;
            /** @enum {string} */
            op: "create" | "update" | "delete" | "test";
            resource: string | null;
            "o:id": number | null;
            position: number | null;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            tries: number;
            status: number | null;
            duration: number | null;
            error: string | null;
            /** Format: date-time */
            created: string;
            due: string | null;
            ended: string | null;
        };
        WebhookDeliveryInput: {
            /** @constant */
            op: "test";
        } | {
            id: number;
        };
        WebhookInput: {
            "o:label"?: string;
            /**
             * Format: uri
             * @description Address, of http or https, to which deliveries are posted
             */
            "vitrine:address"?: string;
            /** @description `whsec_` and 24 to 64 random bytes in Base64, with which deliveries are signed; by default one is made */
            "vitrine:secret"?: string;
            /** @description Resource types whose changes are sent; empty: all */
            "vitrine:resources"?: ("items" | "item_sets" | "media")[];
            /** @description Which changes are sent; empty: all */
            "vitrine:operations"?: ("create" | "update" | "delete")[];
            /** @description Send changes of private resources, too; otherwise a resource that becomes private counts as deleted */
            "vitrine:includes_private"?: boolean;
            /** @default true */
            "o:is_active": boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description With `fields`: the members of User that it names */
        UserFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:User";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:name"?: string;
            "o:email"?: string;
            /**
             * Format: date-time
             * @description A plain text, unlike other dates
             */
            "o:created"?: string;
            "o:role"?: components["schemas"]["Role"];
            "o:is_active"?: boolean;
        };
        /** @description With `fields`: the members of Vocabulary that it names */
        VocabularyFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Vocabulary";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:namespace_uri"?: string;
            "o:prefix"?: string;
            "o:label"?: string;
            "o:comment"?: string | null;
            "o:owner"?: components["schemas"]["Reference"] | null;
        };
        /** @description With `fields`: the members of ResourceClass that it names */
        ResourceClassFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:ResourceClass";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:local_name"?: string;
            "o:label"?: string;
            "o:comment"?: string | null;
            /** @description `prefix:local_name` */
            "o:term"?: string;
            "o:vocabulary"?: components["schemas"]["Reference"];
        };
        /** @description With `fields`: the members of ResourceTemplate that it names */
        ResourceTemplateFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:ResourceTemplate";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:label"?: string;
            "o:owner"?: components["schemas"]["Reference"] | null;
            "o:resource_class"?: components["schemas"]["Reference"] | null;
            "o:title_property"?: components["schemas"]["Reference"] | null;
            "o:description_property"?: components["schemas"]["Reference"] | null;
            /** @description Properties, in the order in which values are shown */
            "o:resource_template_property"?: {
                "o:property": components["schemas"]["Reference"];
                "o:alternate_label": string | null;
                "o:alternate_comment": string | null;
                /** @description Names of data types; empty for the usual ones */
                "o:data_type": string[];
                "o:is_required": boolean;
                "o:is_private": boolean;
                "o:default_lang": string | null;
            }[];
        };
        /** @description With `fields`: the members of Property that it names */
        PropertyFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Property";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:local_name"?: string;
            "o:label"?: string;
            "o:comment"?: string | null;
            /** @description `prefix:local_name` */
            "o:term"?: string;
            "o:vocabulary"?: components["schemas"]["Reference"];
        };
        /** @description With `fields`: the members of Item that it names */
        ItemFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            "@type": "o:Item" | [
                "o:Item",
                string
            ];
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:is_public"?: boolean;
            "o:owner"?: components["schemas"]["Reference"] | null;
            "o:resource_class"?: components["schemas"]["Reference"] | null;
            "o:resource_template"?: components["schemas"]["Reference"] | null;
            /** @description Asset shown in place of the thumbnail */
            "o:thumbnail"?: components["schemas"]["Reference"] | null;
            "o:title"?: string | null;
            thumbnail_display_urls?: {
                large: string | null;
                medium: string | null;
                square: string | null;
            };
            "o:created"?: components["schemas"]["TypedDate"];
            "o:modified"?: components["schemas"]["TypedDate"] | null;
            "o:primary_media"?: components["schemas"]["Reference"] | null;
            "o:media"?: components["schemas"]["Reference"][];
            "o:item_set"?: components["schemas"]["Reference"][];
            "o:site"?: components["schemas"]["Reference"][];
            /** @description Resources that link here, by property */
            "@reverse"?: {
                [key: string]: {
                    /** Format: uri */
                    "@id": string;
                    "o:title": string | null;
                }[];
            };
        } & {
            [key: string]: components["schemas"]["Value"][];
        };
        /** @description With `fields`: the members of Media that it names */
        MediaFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            "@type": "o:Media" | [
                "o:Media",
                string
            ] | "o-cnt:ContentAsText";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:is_public"?: boolean;
            "o:owner"?: components["schemas"]["Reference"] | null;
            "o:resource_class"?: components["schemas"]["Reference"] | null;
            "o:resource_template"?: components["schemas"]["Reference"] | null;
            /** @description Asset shown in place of the thumbnail */
            "o:thumbnail"?: components["schemas"]["Reference"] | null;
            "o:title"?: string | null;
            thumbnail_display_urls?: {
                large: string | null;
                medium: string | null;
                square: string | null;
            };
            "o:created"?: components["schemas"]["TypedDate"];
            "o:modified"?: components["schemas"]["TypedDate"] | null;
            /** @description How it came in: upload, url, html, iiif, iiif_presentation, oembed, youtube */
            "o:ingester"?: string;
            /** @description How it is shown: file, or as its ingester is called */
            "o:renderer"?: string;
            "o:item"?: components["schemas"]["Reference"];
            "o:source"?: string | null;
            "o:media_type"?: string | null;
            "o:sha256"?: string | null;
            "o:size"?: number | null;
            "o:filename"?: string | null;
            "o:lang"?: string | null;
            "o:alt_text"?: string | null;
            "o:original_url"?: string | null;
            /** @description An empty list when there are none */
            "o:thumbnail_urls"?: {
                /** Format: uri */
                large: string;
                /** Format: uri */
                medium: string;
                /** Format: uri */
                square: string;
            } | unknown[];
            /** @description What the ingester stores; an empty list if it stores nothing */
            data?: unknown;
            "o-cnt:chars"?: string | null;
            /** @constant */
            "o-cnt:characterEncoding"?: "UTF-8";
            "o-time:hasBeginning"?: {
                "@value": string;
                /** @constant */
                "@type": "o-time:seconds";
            };
            "o-time:hasEnd"?: {
                "@value": string;
                /** @constant */
                "@type": "o-time:seconds";
            };
            /** @description Resources that link here, by property */
            "@reverse"?: {
                [key: string]: {
                    /** Format: uri */
                    "@id": string;
                    "o:title": string | null;
                }[];
            };
        } & {
            [key: string]: components["schemas"]["Value"][];
        };
        /** @description With `fields`: the members of ItemSet that it names */
        ItemSetFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            "@type": "o:ItemSet" | [
                "o:ItemSet",
                string
            ];
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:is_public"?: boolean;
            "o:owner"?: components["schemas"]["Reference"] | null;
            "o:resource_class"?: components["schemas"]["Reference"] | null;
            "o:resource_template"?: components["schemas"]["Reference"] | null;
            /** @description Asset shown in place of the thumbnail */
            "o:thumbnail"?: components["schemas"]["Reference"] | null;
            "o:title"?: string | null;
            thumbnail_display_urls?: {
                large: string | null;
                medium: string | null;
                square: string | null;
            };
            "o:created"?: components["schemas"]["TypedDate"];
            "o:modified"?: components["schemas"]["TypedDate"] | null;
            /** @description Whether everybody who makes items may add them */
            "o:is_open"?: boolean;
            "o:items"?: {
                /** Format: uri */
                "@id": string;
            };
            /** @description Resources that link here, by property */
            "@reverse"?: {
                [key: string]: {
                    /** Format: uri */
                    "@id": string;
                    "o:title": string | null;
                }[];
            };
        } & {
            [key: string]: components["schemas"]["Value"][];
        };
        /** @description With `fields`: the members of Module that it names */
        ModuleFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Module";
            "o:id"?: string;
            "o:state"?: string;
            "o:ini"?: {
                [key: string]: unknown;
            } | unknown[];
        };
        /** @description With `fields`: the members of Site that it names */
        SiteFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Site";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:slug"?: string;
            "o:theme"?: string;
            "o:title"?: string;
            "o:summary"?: string | null;
            "o:thumbnail"?: components["schemas"]["Reference"] | null;
            "o:navigation"?: {
                /** @description page, url, browse, browseItemSets, or another */
                type: string;
                data: {
                    [key: string]: unknown;
                } | unknown[];
                /** @description Links below this one */
                links?: unknown[];
            }[];
            "o:homepage"?: components["schemas"]["Reference"] | null;
            "o:item_pool"?: {
                [key: string]: unknown;
            } | unknown[];
            "o:owner"?: components["schemas"]["Reference"] | null;
            "o:created"?: components["schemas"]["TypedDate"];
            "o:modified"?: components["schemas"]["TypedDate"] | null;
            "o:is_public"?: boolean;
            "o:assign_new_items"?: boolean;
            "o:page"?: components["schemas"]["Reference"][];
            "o:site_permission"?: {
                "o:user": components["schemas"]["Reference"];
                "o:role": string;
            }[];
            "o:site_item_set"?: {
                "o:item_set": components["schemas"]["Reference"];
            }[];
            "o:site_item"?: {
                /** Format: uri */
                "@id": string;
            };
        };
        /** @description With `fields`: the members of SitePage that it names */
        SitePageFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:SitePage";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:slug"?: string;
            "o:title"?: string;
            "o:is_public"?: boolean;
            "o:layout"?: string | null;
            "o:layout_data"?: {
                [key: string]: unknown;
            } | unknown[];
            "o:block"?: {
                /** @description What kind of block it is: html, media, browsePreview, … */
                "o:layout": string;
                "o:data": {
                    [key: string]: unknown;
                } | unknown[];
                "o:layout_data": ({
                    [key: string]: unknown;
                } | unknown[]) | null;
                "o:attachment": {
                    "o:item": components["schemas"]["Reference"] | null;
                    "o:media": components["schemas"]["Reference"] | null;
                    /** @description Sanitised HTML */
                    "o:caption": string;
                }[];
            }[];
            "o:site"?: components["schemas"]["Reference"];
            "o:created"?: components["schemas"]["TypedDate"];
            "o:modified"?: components["schemas"]["TypedDate"] | null;
        };
        /** @description With `fields`: the members of Job that it names */
        JobFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Job";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:status"?: ("starting" | "stopping" | "in_progress" | "completed" | "stopped" | "error") | null;
            /** @description What is done */
            "o:job_class"?: string;
            "o:args"?: {
                [key: string]: unknown;
            } | unknown[];
            "o:owner"?: components["schemas"]["Reference"] | null;
            "o:started"?: components["schemas"]["TypedDate"];
            "o:ended"?: components["schemas"]["TypedDate"] | null;
        };
        /** @description With `fields`: the members of ValueAnnotation that it names */
        ValueAnnotationFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            "@type": "o:ValueAnnotation" | [
                "o:ValueAnnotation",
                string
            ];
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:is_public"?: boolean;
            "o:owner"?: components["schemas"]["Reference"] | null;
            "o:resource_class"?: components["schemas"]["Reference"] | null;
            "o:resource_template"?: components["schemas"]["Reference"] | null;
            /** @description Asset shown in place of the thumbnail */
            "o:thumbnail"?: components["schemas"]["Reference"] | null;
            "o:title"?: string | null;
            thumbnail_display_urls?: {
                large: string | null;
                medium: string | null;
                square: string | null;
            };
            "o:created"?: components["schemas"]["TypedDate"];
            "o:modified"?: components["schemas"]["TypedDate"] | null;
            /** @description Resources that link here, by property */
            "@reverse"?: {
                [key: string]: {
                    /** Format: uri */
                    "@id": string;
                    "o:title": string | null;
                }[];
            };
        } & {
            [key: string]: components["schemas"]["Value"][];
        };
        ResourceFields: components["schemas"]["ItemFields"] | components["schemas"]["ItemSetFields"] | components["schemas"]["MediaFields"] | components["schemas"]["ValueAnnotationFields"];
        /** @description With `fields`: the members of Asset that it names */
        AssetFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:Asset";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:owner"?: components["schemas"]["Reference"] | null;
            "o:name"?: string;
            "o:filename"?: string;
            "o:media_type"?: string;
            /** Format: uri */
            "o:asset_url"?: string;
            "o:alt_text"?: string | null;
        };
        /** @description With `fields`: the members of Webhook that it names */
        WebhookFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "vitrine:Webhook";
            /** @description Number of the resource; never used again once it is deleted */
            "o:id"?: number;
            "o:label"?: string;
            "o:owner"?: components["schemas"]["Reference"] | null;
            /**
             * Format: uri
             * @description Address, of http or https, to which deliveries are posted
             */
            "vitrine:address"?: string;
            /** @description Shown once, when the webhook is created */
            "vitrine:secret"?: string;
            /** @description Resource types whose changes are sent; empty: all */
            "vitrine:resources"?: ("items" | "item_sets" | "media")[];
            /** @description Which changes are sent; empty: all */
            "vitrine:operations"?: ("create" | "update" | "delete")[];
            /** @description Send changes of private resources, too; otherwise a resource that becomes private counts as deleted */
            "vitrine:includes_private"?: boolean;
            "o:is_active"?: boolean;
            /** @description Why it was turned off: its address answered 410, or nothing could be delivered for days */
            "vitrine:problem"?: ("gone" | "failing") | null;
            "vitrine:failing_since"?: components["schemas"]["TypedDate"] | null;
            /** @description Position in the log of changes up to which it has come */
            "vitrine:position"?: number;
            "o:created"?: components["schemas"]["TypedDate"];
            "o:modified"?: components["schemas"]["TypedDate"] | null;
        };
        /** @description With `fields`: the members of ApiResource that it names */
        ApiResourceFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:ApiResource";
            "o:id"?: string;
        };
        /** @description With `fields`: the members of DataType that it names */
        DataTypeFields: {
            /**
             * Format: uri
             * @description Address of the JSON-LD context
             */
            "@context": string;
            /**
             * Format: uri
             * @description Address at which the resource is read
             */
            "@id": string;
            /** @constant */
            "@type": "o:DataType";
            "o:id"?: string;
            "o:label"?: string;
        };
        /** @description JSON-LD of any shape that describes one resource: with a context of its own, expanded, flattened */
        JsonLdDocument: Record<string, never> | unknown[];
        /** @description Operations on the representation, done in this order, all or none (RFC 6902) */
        JsonPatch: {
            /** @enum {string} */
            op: "add" | "remove" | "replace" | "move" | "copy" | "test";
            /** @description JSON pointer (RFC 6901), such as `/dcterms:title/0/@value` */
            path: string;
            /** @description JSON pointer, of `move` and `copy` */
            from?: string;
            /** @description Of `add`, `replace` and `test` */
            value?: unknown;
        }[];
        /** @description Members to change; null removes one. Lists are replaced as a whole (RFC 7396) */
        MergePatch: {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description Done, and no body, because `Prefer: return=minimal` asked for none */
        NoContent: {
            headers: {
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The client has this very answer already (`If-None-Match`) */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request cannot be understood: malformed JSON, a malformed form, an impossible parameter */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Whoever asks may not do this; without a valid key one is anonymous */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description There is nothing here, or nothing that may be seen; also when the payload refers to what is not there */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description There is no such method at this address, for anybody */
        MethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The resource is not in the state that the patch expects */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The resource has changed since it was read (`If-Match`, `If-Unmodified-Since`) */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body, a file or a number of things is larger than a limit of this installation */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The key in the `Authorization` header is not valid, or has expired */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is neither JSON nor a form */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The payload is understood but not acceptable; messages stand under the keys at fault */
        Unprocessable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Something went wrong on the server, and is in its log */
        Unexpected: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description There is too much to do at the moment */
        Busy: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description There is no room left on the disk of the server */
        NoRoom: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/ld+json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: {
        /** @description Entity tags of answers that the client has: 304 when one of them is current */
        IfNoneMatch: string;
        /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
        IfMatch: string;
        /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
        IfUnmodifiedSince: string;
        /**
         * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
         * @example handling=strict, return=minimal
         */
        Prefer: string;
        /** @description Format of the answer; otherwise `Accept` decides */
        format: "jsonld" | "rdfxml" | "ntriples" | "turtle" | "n3" | "trig" | "nquads";
        /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
        profile: string;
        /** @description Indent the JSON, whatever the value */
        pretty_print: string;
        /** @description Wrap the JSON in a call of this function (JSONP) */
        callback: string;
        /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
        fields: string;
        /** @description Number of the page; empty for all rows at once */
        page: number;
        /** @description Rows on a page; there is no maximum */
        per_page: number;
        /** @description Number of rows; needs an empty `page` */
        limit: number;
        /** @description Rows to skip; needs an empty `page` */
        offset: number;
        /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
        cursor: string;
        /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
        sort_order: string;
        /**
         * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
         *     - `id`: Id
         *     - `email`: E-mail address
         *     - `name`: Name
         *     - `created`: Date of creation
         *     - `modified`: Date of the last change
         *     - `role`: Role
         *     - `random`: Another order each time
         */
        sort_by: string;
        /** @description Ids, as a list or separated by commas */
        id: number | string;
        /** @description E-mail address */
        email: string;
        /** @description Name */
        name: string;
        /** @description Role */
        role: string;
        /** @description 1 for active ones, 0 for inactive ones */
        is_active: 0 | 1;
        /** @description With a permission on this site */
        site_permission_site_id: number | string;
        /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
        force: 0 | 1;
        /** @description Id of the owner */
        owner_id: number | string;
        /** @description Namespace URI */
        namespace_uri: string;
        /** @description Prefix */
        prefix: string;
        /**
         * @description Answer an object from id to the value of one field, instead of representations.
         *     - `id`: Id
         *     - `label`: Label
         *     - `local_name`: Local name
         *     - `comment`: Comment
         *     - `owner`: Id of the owner
         *     - `vocabulary`: Id of the vocabulary
         */
        return_scalar: string;
        /** @description Id of the vocabulary */
        vocabulary_id: number | string;
        /** @description Namespace URI of the vocabulary */
        vocabulary_namespace_uri: string;
        /** @description Prefix of the vocabulary */
        vocabulary_prefix: string;
        /** @description Local name, in exactly this case */
        local_name: string;
        /** @description Term, `prefix:local_name` */
        term: string;
        /** @description 1 for those that something you may see uses */
        used: 0 | 1;
        /** @description Used by items of this site */
        site_id: number | string;
        /** @description Used by item sets of this site */
        site_id_item_sets: number;
        /** @description Label */
        label: string;
        /** @description Text that some value contains */
        search: string;
        /** @description Ids of classes */
        resource_class_id: number | string;
        /** @description Label of the class */
        resource_class_label: string;
        /** @description Ids of templates */
        resource_template_id: number | string;
        /** @description Label of the template */
        resource_template_label: string;
        /** @description 1 for public ones, 0 for private ones */
        is_public: 0 | 1;
        /**
         * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
         * @example 2024-05-12
         */
        created_before: string;
        /**
         * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
         * @example 2024-05-12
         */
        created_after: string;
        /**
         * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
         * @example 2024-05-12
         */
        modified_before: string;
        /**
         * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
         * @example 2024-05-12
         */
        modified_after: string;
        /** @description Words to search for, best matches first */
        fulltext_search: string;
        /** @description In any of these item sets */
        item_set_id: number | string;
        /** @description In none of these item sets */
        not_item_set_id: number | string;
        /** @description 1 for those that a page of the site of `site_id` shows */
        site_attachments_only: 0 | 1;
        /** @description 1 for those in a site, 0 for others; without `site_id` */
        in_sites: 0 | 1;
        /** @description 1 for those with media, 0 for those without */
        has_media: 0 | 1;
        /** @description Groups of each facet */
        facet_limit: number;
        /** @description Of this item */
        item_id: number | string;
        /** @description Media type, in full */
        media_type: string;
        /** @description How it came in */
        ingester: string;
        /** @description How it is shown */
        renderer: string;
        /** @description What to count by, as a list or separated by commas: resource_class_id, resource_template_id, owner_id, and terms of properties */
        facets: string;
        /** @description Whatever the value: sets that you may add items to */
        is_open: string;
        /** @description Slug */
        slug: string;
        /** @description Not this one */
        exclude_id: number | string;
        /** @description 1 for sites that get new items, 0 for others */
        assign_new_items: 0 | 1;
        /** @description 1 for sites that you have a role in */
        user_has_role: 0 | 1;
        /** @description Slug of the site */
        site_slug: string;
        /** @description What is done */
        class: string;
        /** @description Status */
        status: string;
        /** @description Tables: stands between several values in a cell, 1 to 10 characters; default `|` */
        separator: string;
        /** @description Tables: 1 to begin with a byte order mark, by which Excel recognizes UTF-8 */
        bom: 0 | 1;
        /** @description Tables: 1 to leave texts as they are that spreadsheet programs run as formulas */
        keep_formulas: 0 | 1;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Other pages of the same search (RFC 8288): `first` always; `prev`, `next` and `last` when there are such pages
         * @example <https://example.org/api/items?sort_by=title&sort_order=asc&page=2>; rel="next"
         */
        Link: string;
        /** @description Number of results on all pages together; absent when it is unknown */
        TotalResults: number;
        /** @description Names this very answer; to be sent back in `If-None-Match` or `If-Match` */
        ETag: string;
        /** @description When the resource itself was last changed */
        LastModified: string;
        /** @description Address of the new resource */
        Location: string;
        /** @description The preferences that were heeded (RFC 7240) */
        PreferenceApplied: string;
        /** @description The methods that there are at this address */
        Allow: string;
        /** @description How a key is sent (RFC 9110, RFC 6750) */
        WWWAuthenticate: string;
        /**
         * @description Keys of the payload, or parameters, that were ignored, each with the nearest that there is
         * @example dcterms:titel (dcterms:title?)
         */
        Ignored: string;
        /**
         * @description What will not work with files that were stored, as sentences
         * @example "page.jp2" is stored, but cannot be decoded here (image/jp2). It has no thumbnails, and viewers cannot zoom in. Send it as TIFF, PNG or JPEG, too.
         */
        Warning: string;
        /** @description Seconds to wait */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            304: components["responses"]["NotModified"];
        };
    };
    readIndex: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource types */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/ld+json": {
                        [key: string]: unknown;
                    };
                };
            };
            304: components["responses"]["NotModified"];
        };
    };
    readContext: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The context */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": {
                        [key: string]: unknown;
                    };
                };
            };
            304: components["responses"]["NotModified"];
        };
    };
    readFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which file of a media, or the file of an asset */
                folder: "original" | "large" | "medium" | "square" | "asset";
                /** @description Name of the file, as representations give it */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description The part that `Range` asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description The file is elsewhere, at the address in `Location` */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            304: components["responses"]["NotModified"];
            404: components["responses"]["NotFound"];
            /** @description The file has none of the bytes asked for */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readDefaultPlaceholder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": Blob;
                };
            };
            /** @description The part that `Range` asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": Blob;
                };
            };
            /** @description The file is elsewhere, at the address in `Location` */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            304: components["responses"]["NotModified"];
            404: components["responses"]["NotFound"];
            /** @description The file has none of the bytes asked for */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readImagePlaceholder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": Blob;
                };
            };
            /** @description The part that `Range` asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": Blob;
                };
            };
            /** @description The file is elsewhere, at the address in `Location` */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            304: components["responses"]["NotModified"];
            404: components["responses"]["NotFound"];
            /** @description The file has none of the bytes asked for */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readVideoPlaceholder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": Blob;
                };
            };
            /** @description The part that `Range` asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": Blob;
                };
            };
            /** @description The file is elsewhere, at the address in `Location` */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            304: components["responses"]["NotModified"];
            404: components["responses"]["NotFound"];
            /** @description The file has none of the bytes asked for */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readAudioPlaceholder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": Blob;
                };
            };
            /** @description The part that `Range` asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": Blob;
                };
            };
            /** @description The file is elsewhere, at the address in `Location` */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            304: components["responses"]["NotModified"];
            404: components["responses"]["NotFound"];
            /** @description The file has none of the bytes asked for */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    searchUser: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `email`: E-mail address
                 *     - `name`: Name
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `role`: Role
                 *     - `random`: Another order each time
                 */
                sort_by?: components["parameters"]["sort_by"];
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `email`: E-mail address
                 *     - `name`: Name
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `role`: Role
                 *     - `is_active`: Whether it is active
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description E-mail address */
                email?: string | string[];
                /** @description Name */
                name?: string | string[];
                /** @description Role */
                role?: string | string[];
                /** @description 1 for active ones, 0 for inactive ones */
                is_active?: components["parameters"]["is_active"];
                /** @description With a permission on this site */
                site_permission_site_id?: (number | string) | (number | string)[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["User"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createUser: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInput"];
                "application/ld+json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            /** @description The new resource */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["User"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    readUser: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["User"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceUser: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInput"];
                "application/ld+json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["User"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedUser"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchUser: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInput"];
                "application/ld+json": components["schemas"]["UserInput"];
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["User"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchVocabulary: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `namespace_uri`: Namespace URI
                 *     - `prefix`: Prefix
                 *     - `label`: Label
                 *     - `comment`: Comment
                 *     - `property_count`: Number of properties
                 *     - `resource_class_count`: Number of classes
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `namespace_uri`: Namespace URI
                 *     - `prefix`: Prefix
                 *     - `label`: Label
                 *     - `comment`: Comment
                 *     - `owner`: Id of the owner
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Namespace URI */
                namespace_uri?: string | string[];
                /** @description Prefix */
                prefix?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Vocabulary"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createVocabulary: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VocabularyInput"];
                "application/ld+json": components["schemas"]["VocabularyInput"];
            };
        };
        responses: {
            /** @description The new resource */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Vocabulary"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    readVocabulary: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Vocabulary"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceVocabulary: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VocabularyInput"];
                "application/ld+json": components["schemas"]["VocabularyInput"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Vocabulary"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteVocabulary: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedVocabulary"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchVocabulary: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VocabularyInput"];
                "application/ld+json": components["schemas"]["VocabularyInput"];
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Vocabulary"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchResourceClass: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `local_name`: Local name
                 *     - `label`: Label
                 *     - `comment`: Comment
                 *     - `item_count`: Number of items of the class that you may see
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `label`: Label
                 *     - `local_name`: Local name
                 *     - `comment`: Comment
                 *     - `owner`: Id of the owner
                 *     - `vocabulary`: Id of the vocabulary
                 */
                return_scalar?: components["parameters"]["return_scalar"];
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Id of the vocabulary */
                vocabulary_id?: components["parameters"]["vocabulary_id"];
                /** @description Namespace URI of the vocabulary */
                vocabulary_namespace_uri?: string | string[];
                /** @description Prefix of the vocabulary */
                vocabulary_prefix?: string | string[];
                /** @description Local name, in exactly this case */
                local_name?: string | string[];
                /** @description Term, `prefix:local_name` */
                term?: string | string[];
                /** @description 1 for those that something you may see uses */
                used?: components["parameters"]["used"];
                /** @description Used by items of this site */
                site_id?: components["parameters"]["site_id"];
                /** @description Used by item sets of this site */
                site_id_item_sets?: components["parameters"]["site_id_item_sets"];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ResourceClass"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createResourceClass: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResourceClassInput"];
                "application/ld+json": components["schemas"]["ResourceClassInput"];
            };
        };
        responses: {
            /** @description The new resource */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ResourceClass"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    readResourceClass: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ResourceClass"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceResourceClass: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResourceClassInput"];
                "application/ld+json": components["schemas"]["ResourceClassInput"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ResourceClass"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteResourceClass: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedResourceClass"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchResourceClass: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResourceClassInput"];
                "application/ld+json": components["schemas"]["ResourceClassInput"];
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ResourceClass"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchResourceTemplate: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `label`: Label
                 *     - `resource_class_label`: Label of the class
                 *     - `item_count`: Number of items that use it and that you may see
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `label`: Label
                 *     - `owner`: Id of the owner
                 *     - `resource_class`: Id of the class
                 *     - `title_property`: Id of the title property
                 *     - `description_property`: Id of the description property
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Label */
                label?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ResourceTemplate"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createResourceTemplate: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResourceTemplateInput"];
                "application/ld+json": components["schemas"]["ResourceTemplateInput"];
            };
        };
        responses: {
            /** @description The new resource */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ResourceTemplate"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    readResourceTemplate: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ResourceTemplate"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceResourceTemplate: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResourceTemplateInput"];
                "application/ld+json": components["schemas"]["ResourceTemplateInput"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ResourceTemplate"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteResourceTemplate: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedResourceTemplate"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchResourceTemplate: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResourceTemplateInput"];
                "application/ld+json": components["schemas"]["ResourceTemplateInput"];
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ResourceTemplate"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchProperty: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `local_name`: Local name
                 *     - `label`: Label
                 *     - `comment`: Comment
                 *     - `item_count`: Number of values that you may see
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `label`: Label
                 *     - `local_name`: Local name
                 *     - `comment`: Comment
                 *     - `owner`: Id of the owner
                 *     - `vocabulary`: Id of the vocabulary
                 */
                return_scalar?: components["parameters"]["return_scalar"];
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Id of the vocabulary */
                vocabulary_id?: components["parameters"]["vocabulary_id"];
                /** @description Namespace URI of the vocabulary */
                vocabulary_namespace_uri?: string | string[];
                /** @description Prefix of the vocabulary */
                vocabulary_prefix?: string | string[];
                /** @description Local name, in exactly this case */
                local_name?: string | string[];
                /** @description Term, `prefix:local_name` */
                term?: string | string[];
                /** @description 1 for those that something you may see uses */
                used?: components["parameters"]["used"];
                /** @description Used by items of this site */
                site_id?: components["parameters"]["site_id"];
                /** @description Used by item sets of this site */
                site_id_item_sets?: components["parameters"]["site_id_item_sets"];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Property"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createProperty: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PropertyInput"];
                "application/ld+json": components["schemas"]["PropertyInput"];
            };
        };
        responses: {
            /** @description The new resource */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Property"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    readProperty: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Property"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceProperty: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PropertyInput"];
                "application/ld+json": components["schemas"]["PropertyInput"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Property"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteProperty: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedProperty"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchProperty: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PropertyInput"];
                "application/ld+json": components["schemas"]["PropertyInput"];
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Property"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchItem: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `resource_class_label`: Label of the class
                 *     - `resource_template_label`: Label of the template
                 *     - `owner_name`: Name of the owner
                 *     - `is_public`: Private ones before public ones
                 *     - `dcterms:date`: Values of a property; so with every other term
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `thumbnail`: Id of the thumbnail
                 *     - `is_public`: Whether it is public
                 *     - `owner`: Id of the owner
                 *     - `resource_class`: Id of the class
                 *     - `resource_template`: Id of the template
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Rows of a value query */
                property?: components["schemas"]["ValueQueryRow"][];
                /** @description Text that some value contains */
                search?: components["parameters"]["search"];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Ids of classes */
                resource_class_id?: (number | string) | (number | string)[];
                /** @description Label of the class */
                resource_class_label?: string | string[];
                /** @description Ids of templates */
                resource_template_id?: (number | string) | (number | string)[];
                /** @description Label of the template */
                resource_template_label?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /**
                 * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_before?: components["parameters"]["created_before"];
                /**
                 * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_after?: components["parameters"]["created_after"];
                /**
                 * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_before?: components["parameters"]["modified_before"];
                /**
                 * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_after?: components["parameters"]["modified_after"];
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
                /** @description In any of these item sets */
                item_set_id?: (number | string) | (number | string)[];
                /** @description In none of these item sets */
                not_item_set_id?: (number | string) | (number | string)[];
                /** @description Assigned to this site */
                site_id?: number | string;
                /** @description 1 for those that a page of the site of `site_id` shows */
                site_attachments_only?: components["parameters"]["site_attachments_only"];
                /** @description 1 for those in a site, 0 for others; without `site_id` */
                in_sites?: components["parameters"]["in_sites"];
                /** @description 1 for those with media, 0 for those without */
                has_media?: components["parameters"]["has_media"];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Item"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createItem: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemInput"];
                "application/ld+json": components["schemas"]["ItemInput"] | components["schemas"]["JsonLdDocument"];
                "text/turtle": string;
                "application/n-triples": string;
                "application/rdf+xml": string;
                "multipart/form-data": {
                    data: components["schemas"]["ItemInput"];
                    /**
                     * Format: binary
                     * @description The file that `"file_index": 0` means
                     */
                    "file[0]"?: Blob;
                    /**
                     * Format: binary
                     * @description The file that `"file_index": 1` means; so with all others
                     */
                    "file[1]"?: Blob;
                };
            };
        };
        responses: {
            /** @description The new resource */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Item"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    countItem: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `resource_class_label`: Label of the class
                 *     - `resource_template_label`: Label of the template
                 *     - `owner_name`: Name of the owner
                 *     - `is_public`: Private ones before public ones
                 *     - `dcterms:date`: Values of a property; so with every other term
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `thumbnail`: Id of the thumbnail
                 *     - `is_public`: Whether it is public
                 *     - `owner`: Id of the owner
                 *     - `resource_class`: Id of the class
                 *     - `resource_template`: Id of the template
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Rows of a value query */
                property?: components["schemas"]["ValueQueryRow"][];
                /** @description Text that some value contains */
                search?: components["parameters"]["search"];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Ids of classes */
                resource_class_id?: (number | string) | (number | string)[];
                /** @description Label of the class */
                resource_class_label?: string | string[];
                /** @description Ids of templates */
                resource_template_id?: (number | string) | (number | string)[];
                /** @description Label of the template */
                resource_template_label?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /**
                 * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_before?: components["parameters"]["created_before"];
                /**
                 * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_after?: components["parameters"]["created_after"];
                /**
                 * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_before?: components["parameters"]["modified_before"];
                /**
                 * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_after?: components["parameters"]["modified_after"];
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
                /** @description In any of these item sets */
                item_set_id?: (number | string) | (number | string)[];
                /** @description In none of these item sets */
                not_item_set_id?: (number | string) | (number | string)[];
                /** @description Assigned to this site */
                site_id?: number | string;
                /** @description 1 for those that a page of the site of `site_id` shows */
                site_attachments_only?: components["parameters"]["site_attachments_only"];
                /** @description 1 for those in a site, 0 for others; without `site_id` */
                in_sites?: components["parameters"]["in_sites"];
                /** @description 1 for those with media, 0 for those without */
                has_media?: components["parameters"]["has_media"];
                /** @description What to count by, as a list or separated by commas: resource_class_id, resource_template_id, owner_id, item_set_id, and terms of properties */
                facets?: string | string[];
                /** @description Groups of each facet */
                facet_limit?: components["parameters"]["facet_limit"];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["FacetCounts"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    readItem: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Item"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceItem: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemInput"];
                "application/ld+json": components["schemas"]["ItemInput"] | components["schemas"]["JsonLdDocument"];
                "text/turtle": string;
                "application/n-triples": string;
                "application/rdf+xml": string;
                "multipart/form-data": {
                    data: components["schemas"]["ItemInput"];
                    /**
                     * Format: binary
                     * @description The file that `"file_index": 0` means
                     */
                    "file[0]"?: Blob;
                    /**
                     * Format: binary
                     * @description The file that `"file_index": 1` means; so with all others
                     */
                    "file[1]"?: Blob;
                };
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Item"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteItem: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedItem"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchItem: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemInput"];
                "application/ld+json": components["schemas"]["ItemInput"] | components["schemas"]["JsonLdDocument"];
                "text/turtle": string;
                "application/n-triples": string;
                "application/rdf+xml": string;
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
                "multipart/form-data": {
                    data: components["schemas"]["ItemInput"];
                    /**
                     * Format: binary
                     * @description The file that `"file_index": 0` means
                     */
                    "file[0]"?: Blob;
                    /**
                     * Format: binary
                     * @description The file that `"file_index": 1` means; so with all others
                     */
                    "file[1]"?: Blob;
                };
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Item"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchMedia: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `resource_class_label`: Label of the class
                 *     - `resource_template_label`: Label of the template
                 *     - `owner_name`: Name of the owner
                 *     - `is_public`: Private ones before public ones
                 *     - `ingester`: How it came in
                 *     - `renderer`: How it is shown
                 *     - `media_type`: Media type
                 *     - `size`: Size of the file
                 *     - `dcterms:date`: Values of a property; so with every other term
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `thumbnail`: Id of the thumbnail
                 *     - `is_public`: Whether it is public
                 *     - `owner`: Id of the owner
                 *     - `resource_class`: Id of the class
                 *     - `resource_template`: Id of the template
                 *     - `ingester`: Ingester
                 *     - `renderer`: Renderer
                 *     - `data`: What the ingester stores, as JSON text
                 *     - `source`: Source
                 *     - `media_type`: Media type
                 *     - `sha256`: SHA-256 of the file
                 *     - `size`: Size of the file in bytes
                 *     - `item`: Id of the item
                 *     - `lang`: Language
                 *     - `alt_text`: Alternative text
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Rows of a value query */
                property?: components["schemas"]["ValueQueryRow"][];
                /** @description Text that some value contains */
                search?: components["parameters"]["search"];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Ids of classes */
                resource_class_id?: (number | string) | (number | string)[];
                /** @description Label of the class */
                resource_class_label?: string | string[];
                /** @description Ids of templates */
                resource_template_id?: (number | string) | (number | string)[];
                /** @description Label of the template */
                resource_template_label?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /**
                 * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_before?: components["parameters"]["created_before"];
                /**
                 * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_after?: components["parameters"]["created_after"];
                /**
                 * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_before?: components["parameters"]["modified_before"];
                /**
                 * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_after?: components["parameters"]["modified_after"];
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
                /** @description Of this item */
                item_id?: components["parameters"]["item_id"];
                /** @description Media type, in full */
                media_type?: string | string[];
                /** @description How it came in */
                ingester?: string | string[];
                /** @description How it is shown */
                renderer?: string | string[];
                /** @description Of items assigned to this site */
                site_id?: number | string;
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Media"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createMedia: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MediaInput"];
                "application/ld+json": components["schemas"]["MediaInput"] | components["schemas"]["JsonLdDocument"];
                "text/turtle": string;
                "application/n-triples": string;
                "application/rdf+xml": string;
                "multipart/form-data": {
                    data: components["schemas"]["MediaInput"];
                    /**
                     * Format: binary
                     * @description The file that `"file_index": 0` means
                     */
                    "file[0]"?: Blob;
                };
            };
        };
        responses: {
            /** @description The new resource */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Media"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    countMedia: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `resource_class_label`: Label of the class
                 *     - `resource_template_label`: Label of the template
                 *     - `owner_name`: Name of the owner
                 *     - `is_public`: Private ones before public ones
                 *     - `ingester`: How it came in
                 *     - `renderer`: How it is shown
                 *     - `media_type`: Media type
                 *     - `size`: Size of the file
                 *     - `dcterms:date`: Values of a property; so with every other term
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `thumbnail`: Id of the thumbnail
                 *     - `is_public`: Whether it is public
                 *     - `owner`: Id of the owner
                 *     - `resource_class`: Id of the class
                 *     - `resource_template`: Id of the template
                 *     - `ingester`: Ingester
                 *     - `renderer`: Renderer
                 *     - `data`: What the ingester stores, as JSON text
                 *     - `source`: Source
                 *     - `media_type`: Media type
                 *     - `sha256`: SHA-256 of the file
                 *     - `size`: Size of the file in bytes
                 *     - `item`: Id of the item
                 *     - `lang`: Language
                 *     - `alt_text`: Alternative text
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Rows of a value query */
                property?: components["schemas"]["ValueQueryRow"][];
                /** @description Text that some value contains */
                search?: components["parameters"]["search"];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Ids of classes */
                resource_class_id?: (number | string) | (number | string)[];
                /** @description Label of the class */
                resource_class_label?: string | string[];
                /** @description Ids of templates */
                resource_template_id?: (number | string) | (number | string)[];
                /** @description Label of the template */
                resource_template_label?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /**
                 * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_before?: components["parameters"]["created_before"];
                /**
                 * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_after?: components["parameters"]["created_after"];
                /**
                 * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_before?: components["parameters"]["modified_before"];
                /**
                 * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_after?: components["parameters"]["modified_after"];
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
                /** @description Of this item */
                item_id?: components["parameters"]["item_id"];
                /** @description Media type, in full */
                media_type?: string | string[];
                /** @description How it came in */
                ingester?: string | string[];
                /** @description How it is shown */
                renderer?: string | string[];
                /** @description Of items assigned to this site */
                site_id?: number | string;
                /** @description What to count by, as a list or separated by commas: resource_class_id, resource_template_id, owner_id, and terms of properties */
                facets?: string | string[];
                /** @description Groups of each facet */
                facet_limit?: components["parameters"]["facet_limit"];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["FacetCounts"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    readMedia: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Media"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceMedia: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MediaInput"];
                "application/ld+json": components["schemas"]["MediaInput"] | components["schemas"]["JsonLdDocument"];
                "text/turtle": string;
                "application/n-triples": string;
                "application/rdf+xml": string;
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Media"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteMedia: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedMedia"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchMedia: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MediaInput"];
                "application/ld+json": components["schemas"]["MediaInput"] | components["schemas"]["JsonLdDocument"];
                "text/turtle": string;
                "application/n-triples": string;
                "application/rdf+xml": string;
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Media"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchItemSet: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `resource_class_label`: Label of the class
                 *     - `resource_template_label`: Label of the template
                 *     - `owner_name`: Name of the owner
                 *     - `is_open`: Closed ones before open ones
                 *     - `item_count`: Number of items that you may see
                 *     - `dcterms:date`: Values of a property; so with every other term
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `thumbnail`: Id of the thumbnail
                 *     - `is_public`: Whether it is public
                 *     - `owner`: Id of the owner
                 *     - `resource_class`: Id of the class
                 *     - `resource_template`: Id of the template
                 *     - `is_open`: Whether everybody may add items
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Rows of a value query */
                property?: components["schemas"]["ValueQueryRow"][];
                /** @description Text that some value contains */
                search?: components["parameters"]["search"];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Ids of classes */
                resource_class_id?: (number | string) | (number | string)[];
                /** @description Label of the class */
                resource_class_label?: string | string[];
                /** @description Ids of templates */
                resource_template_id?: (number | string) | (number | string)[];
                /** @description Label of the template */
                resource_template_label?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /**
                 * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_before?: components["parameters"]["created_before"];
                /**
                 * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_after?: components["parameters"]["created_after"];
                /**
                 * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_before?: components["parameters"]["modified_before"];
                /**
                 * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_after?: components["parameters"]["modified_after"];
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
                /** @description Whatever the value: sets that you may add items to */
                is_open?: components["parameters"]["is_open"];
                /** @description Attached to this site; its order comes after the sort keys */
                site_id?: number | string;
                /** @description 1 for those attached to a site, 0 for others; without `site_id` */
                in_sites?: 0 | 1;
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ItemSet"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createItemSet: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemSetInput"];
                "application/ld+json": components["schemas"]["ItemSetInput"] | components["schemas"]["JsonLdDocument"];
                "text/turtle": string;
                "application/n-triples": string;
                "application/rdf+xml": string;
            };
        };
        responses: {
            /** @description The new resource */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ItemSet"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    countItemSet: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `resource_class_label`: Label of the class
                 *     - `resource_template_label`: Label of the template
                 *     - `owner_name`: Name of the owner
                 *     - `is_open`: Closed ones before open ones
                 *     - `item_count`: Number of items that you may see
                 *     - `dcterms:date`: Values of a property; so with every other term
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `thumbnail`: Id of the thumbnail
                 *     - `is_public`: Whether it is public
                 *     - `owner`: Id of the owner
                 *     - `resource_class`: Id of the class
                 *     - `resource_template`: Id of the template
                 *     - `is_open`: Whether everybody may add items
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Rows of a value query */
                property?: components["schemas"]["ValueQueryRow"][];
                /** @description Text that some value contains */
                search?: components["parameters"]["search"];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Ids of classes */
                resource_class_id?: (number | string) | (number | string)[];
                /** @description Label of the class */
                resource_class_label?: string | string[];
                /** @description Ids of templates */
                resource_template_id?: (number | string) | (number | string)[];
                /** @description Label of the template */
                resource_template_label?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /**
                 * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_before?: components["parameters"]["created_before"];
                /**
                 * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_after?: components["parameters"]["created_after"];
                /**
                 * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_before?: components["parameters"]["modified_before"];
                /**
                 * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_after?: components["parameters"]["modified_after"];
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
                /** @description Whatever the value: sets that you may add items to */
                is_open?: components["parameters"]["is_open"];
                /** @description Attached to this site; its order comes after the sort keys */
                site_id?: number | string;
                /** @description 1 for those attached to a site, 0 for others; without `site_id` */
                in_sites?: 0 | 1;
                /** @description What to count by, as a list or separated by commas: resource_class_id, resource_template_id, owner_id, and terms of properties */
                facets?: string | string[];
                /** @description Groups of each facet */
                facet_limit?: components["parameters"]["facet_limit"];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["FacetCounts"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    readItemSet: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ItemSet"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceItemSet: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemSetInput"];
                "application/ld+json": components["schemas"]["ItemSetInput"] | components["schemas"]["JsonLdDocument"];
                "text/turtle": string;
                "application/n-triples": string;
                "application/rdf+xml": string;
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ItemSet"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteItemSet: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedItemSet"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchItemSet: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemSetInput"];
                "application/ld+json": components["schemas"]["ItemSetInput"] | components["schemas"]["JsonLdDocument"];
                "text/turtle": string;
                "application/n-triples": string;
                "application/rdf+xml": string;
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ItemSet"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchModule: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Module"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    readModule: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Module"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    searchSite: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `slug`: Slug
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `is_public`: Private ones before public ones
                 *     - `owner_name`: Name of the owner
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `slug`: Slug
                 *     - `theme`: Theme
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `homepage`: Id of the homepage
                 *     - `owner`: Id of the owner
                 *     - `summary`: Summary
                 *     - `thumbnail`: Id of the thumbnail
                 *     - `is_public`: Whether it is public
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Slug */
                slug?: string | string[];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Not this one */
                exclude_id?: (number | string) | (number | string)[];
                /** @description 1 for sites that get new items, 0 for others */
                assign_new_items?: components["parameters"]["assign_new_items"];
                /** @description 1 for sites that you have a role in */
                user_has_role?: components["parameters"]["user_has_role"];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Site"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createSite: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteInput"];
                "application/ld+json": components["schemas"]["SiteInput"];
            };
        };
        responses: {
            /** @description The new resource */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Site"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    readSite: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Site"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceSite: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteInput"];
                "application/ld+json": components["schemas"]["SiteInput"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Site"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteSite: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedSite"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchSite: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteInput"];
                "application/ld+json": components["schemas"]["SiteInput"];
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Site"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchSitePage: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `slug`: Slug
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `slug`: Slug
                 *     - `title`: Title
                 *     - `site`: Id of the site
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `is_public`: Whether it is public
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Id of the site */
                site_id?: number | string;
                /** @description Slug of the site */
                site_slug?: string | string[];
                /** @description Slug */
                slug?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /** @description That show this item */
                item_id?: number | string;
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["SitePage"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createSitePage: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SitePageInput"];
                "application/ld+json": components["schemas"]["SitePageInput"];
            };
        };
        responses: {
            /** @description The new resource */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["SitePage"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    readSitePage: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["SitePage"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceSitePage: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SitePageInput"];
                "application/ld+json": components["schemas"]["SitePageInput"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["SitePage"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteSitePage: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedSitePage"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchSitePage: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SitePageInput"];
                "application/ld+json": components["schemas"]["SitePageInput"];
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["SitePage"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchJob: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `status`: Status
                 *     - `class`: What is done
                 *     - `started`: Date of the start
                 *     - `ended`: Date of the end
                 *     - `owner_email`: E-mail address of the owner
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `status`: Status
                 *     - `class`: What is done
                 *     - `started`: Date of the start
                 *     - `ended`: Date of the end
                 *     - `owner`: Id of the owner
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description What is done */
                class?: string | string[];
                /** @description Status */
                status?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Job"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    readJob: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Job"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceJob: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
                "application/ld+json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Job"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteJob: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedJob"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchJob: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
                "application/ld+json": {
                    [key: string]: unknown;
                };
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Job"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchResource: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `resource_class_label`: Label of the class
                 *     - `resource_template_label`: Label of the template
                 *     - `owner_name`: Name of the owner
                 *     - `dcterms:date`: Values of a property; so with every other term
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Rows of a value query */
                property?: components["schemas"]["ValueQueryRow"][];
                /** @description Text that some value contains */
                search?: components["parameters"]["search"];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Ids of classes */
                resource_class_id?: (number | string) | (number | string)[];
                /** @description Label of the class */
                resource_class_label?: string | string[];
                /** @description Ids of templates */
                resource_template_id?: (number | string) | (number | string)[];
                /** @description Label of the template */
                resource_template_label?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /**
                 * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_before?: components["parameters"]["created_before"];
                /**
                 * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_after?: components["parameters"]["created_after"];
                /**
                 * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_before?: components["parameters"]["modified_before"];
                /**
                 * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_after?: components["parameters"]["modified_after"];
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Resource"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    countResource: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `resource_class_label`: Label of the class
                 *     - `resource_template_label`: Label of the template
                 *     - `owner_name`: Name of the owner
                 *     - `dcterms:date`: Values of a property; so with every other term
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Rows of a value query */
                property?: components["schemas"]["ValueQueryRow"][];
                /** @description Text that some value contains */
                search?: components["parameters"]["search"];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Ids of classes */
                resource_class_id?: (number | string) | (number | string)[];
                /** @description Label of the class */
                resource_class_label?: string | string[];
                /** @description Ids of templates */
                resource_template_id?: (number | string) | (number | string)[];
                /** @description Label of the template */
                resource_template_label?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /**
                 * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_before?: components["parameters"]["created_before"];
                /**
                 * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_after?: components["parameters"]["created_after"];
                /**
                 * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_before?: components["parameters"]["modified_before"];
                /**
                 * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_after?: components["parameters"]["modified_after"];
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
                /** @description What to count by, as a list or separated by commas: resource_class_id, resource_template_id, owner_id, and terms of properties */
                facets?: string | string[];
                /** @description Groups of each facet */
                facet_limit?: components["parameters"]["facet_limit"];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["FacetCounts"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    readResource: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Resource"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    searchAsset: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `name`: Name
                 *     - `media_type`: Media type
                 *     - `extension`: Extension of the file
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `name`: Name
                 *     - `media_type`: Media type
                 *     - `storage_id`: Name of the stored file, without extension
                 *     - `extension`: Extension of the stored file
                 *     - `alt_text`: Alternative text
                 *     - `owner`: Id of the owner
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Id of the owner; 0 for those without */
                owner_id?: number | string;
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Asset"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createAsset: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetInput"];
                "application/ld+json": components["schemas"]["AssetInput"];
                "multipart/form-data": {
                    data: components["schemas"]["AssetInput"];
                    /**
                     * Format: binary
                     * @description The picture
                     */
                    file?: Blob;
                };
            };
        };
        responses: {
            /** @description The new resource */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Asset"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    readAsset: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Asset"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceAsset: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetInput"];
                "application/ld+json": components["schemas"]["AssetInput"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Asset"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteAsset: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedAsset"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchAsset: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetInput"];
                "application/ld+json": components["schemas"]["AssetInput"];
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Asset"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchWebhook: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
                /** @description Number of the page; empty for all rows at once */
                page?: components["parameters"]["page"];
                /** @description Rows on a page; there is no maximum */
                per_page?: components["parameters"]["per_page"];
                /** @description Number of rows; needs an empty `page` */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; needs an empty `page` */
                offset?: components["parameters"]["offset"];
                /** @description Instead of `page`: empty for the first page, then as the link to the next page has it. However much is written meanwhile, no row comes twice or is left out */
                cursor?: components["parameters"]["cursor"];
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `label`: Label
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /**
                 * @description Answer an object from id to the value of one field, instead of representations.
                 *     - `id`: Id
                 *     - `label`: Label
                 *     - `address`: Address
                 *     - `is_active`: Whether it is on
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 */
                return_scalar?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Label */
                label?: string | string[];
                /** @description 1 for those that are on, 0 for those that are off */
                is_active?: 0 | 1;
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Webhook"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createWebhook: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
                "application/ld+json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description The new resource */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Webhook"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    readWebhook: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Webhook"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    replaceWebhook: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
                "application/ld+json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Webhook"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted; its `o:id` is null */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DeletedWebhook"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    patchWebhook: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do what is refused because it is hardly ever meant, such as deleting a built-in vocabulary */
                force?: components["parameters"]["force"];
            };
            header?: {
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Entity tag of the representation that the change is based on: 412 when it is not the current one */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A date: 412 when the resource was changed later. `If-Match` is more exact */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
                "application/ld+json": components["schemas"]["WebhookInput"];
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description The resource as it is now */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    "Service-Warning": components["headers"]["Warning"];
                    "Omeka-S-Warning": components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["Webhook"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
            507: components["responses"]["NoRoom"];
        };
    };
    searchApiResource: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ApiResource"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    readApiResource: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ApiResource"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    searchDataType: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DataType"][];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    readDataType: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description Names of the members to show, such as `o:title`, as a list or separated by commas; absent: all */
                fields?: string | string[];
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["DataType"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    createBulk: {
        parameters: {
            query?: {
                /** @description Format of the answer; otherwise `Accept` decides */
                format?: components["parameters"]["format"];
                /** @description Form of the JSON-LD: `expanded`, `compacted`, `flattened`, `hydra`; otherwise the profile in `Accept` decides */
                profile?: components["parameters"]["profile"];
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
                /** @description 1: do all of them, or none */
                atomic?: 0 | 1;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description What became of each line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The body is no newline-delimited JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description With `atomic`: the lines because of which nothing was done */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    readChanges: {
        parameters: {
            query?: {
                /** @description `last` of the answer before; 0: everything that there is */
                since?: number;
                /** @description Most changes of one answer */
                limit?: number;
                /** @description Names of resource types, as a list or separated by commas; absent: `items`, `item_sets` and `media` */
                resource?: string | string[];
                /** @description `epoch` of the answer before: makes sure that `since` belongs to this log, and to what this account sees; otherwise 410 */
                epoch?: string;
                /** @description Indent the JSON, whatever the value */
                pretty_print?: components["parameters"]["pretty_print"];
                /** @description Wrap the JSON in a call of this function (JSONP) */
                callback?: components["parameters"]["callback"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes, or a stream of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ChangesPage"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The log cannot go on from `since`: begin again with 0 */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["ErrorBody"];
                };
            };
            503: components["responses"]["Busy"];
        };
    };
    exportUser: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `email`: E-mail address
                 *     - `name`: Name
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `role`: Role
                 *     - `random`: Another order each time
                 */
                sort_by?: components["parameters"]["sort_by"];
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description E-mail address */
                email?: string | string[];
                /** @description Name */
                name?: string | string[];
                /** @description Role */
                role?: string | string[];
                /** @description 1 for active ones, 0 for inactive ones */
                is_active?: components["parameters"]["is_active"];
                /** @description With a permission on this site */
                site_permission_site_id?: (number | string) | (number | string)[];
                /** @description Default: `ndjson` */
                format?: "ndjson" | "nq";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportVocabulary: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `namespace_uri`: Namespace URI
                 *     - `prefix`: Prefix
                 *     - `label`: Label
                 *     - `comment`: Comment
                 *     - `property_count`: Number of properties
                 *     - `resource_class_count`: Number of classes
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Namespace URI */
                namespace_uri?: string | string[];
                /** @description Prefix */
                prefix?: string | string[];
                /** @description Default: `ndjson` */
                format?: "ndjson" | "nq";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportResourceClass: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `local_name`: Local name
                 *     - `label`: Label
                 *     - `comment`: Comment
                 *     - `item_count`: Number of items of the class that you may see
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Id of the vocabulary */
                vocabulary_id?: components["parameters"]["vocabulary_id"];
                /** @description Namespace URI of the vocabulary */
                vocabulary_namespace_uri?: string | string[];
                /** @description Prefix of the vocabulary */
                vocabulary_prefix?: string | string[];
                /** @description Local name, in exactly this case */
                local_name?: string | string[];
                /** @description Term, `prefix:local_name` */
                term?: string | string[];
                /** @description 1 for those that something you may see uses */
                used?: components["parameters"]["used"];
                /** @description Used by items of this site */
                site_id?: components["parameters"]["site_id"];
                /** @description Used by item sets of this site */
                site_id_item_sets?: components["parameters"]["site_id_item_sets"];
                /** @description Default: `ndjson` */
                format?: "ndjson" | "nq";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportResourceTemplate: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `label`: Label
                 *     - `resource_class_label`: Label of the class
                 *     - `item_count`: Number of items that use it and that you may see
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Label */
                label?: string | string[];
                /** @description Default: `ndjson` */
                format?: "ndjson" | "nq";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportProperty: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `local_name`: Local name
                 *     - `label`: Label
                 *     - `comment`: Comment
                 *     - `item_count`: Number of values that you may see
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Id of the vocabulary */
                vocabulary_id?: components["parameters"]["vocabulary_id"];
                /** @description Namespace URI of the vocabulary */
                vocabulary_namespace_uri?: string | string[];
                /** @description Prefix of the vocabulary */
                vocabulary_prefix?: string | string[];
                /** @description Local name, in exactly this case */
                local_name?: string | string[];
                /** @description Term, `prefix:local_name` */
                term?: string | string[];
                /** @description 1 for those that something you may see uses */
                used?: components["parameters"]["used"];
                /** @description Used by items of this site */
                site_id?: components["parameters"]["site_id"];
                /** @description Used by item sets of this site */
                site_id_item_sets?: components["parameters"]["site_id_item_sets"];
                /** @description Default: `ndjson` */
                format?: "ndjson" | "nq";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportItem: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `resource_class_label`: Label of the class
                 *     - `resource_template_label`: Label of the template
                 *     - `owner_name`: Name of the owner
                 *     - `is_public`: Private ones before public ones
                 *     - `dcterms:date`: Values of a property; so with every other term
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Rows of a value query */
                property?: components["schemas"]["ValueQueryRow"][];
                /** @description Text that some value contains */
                search?: components["parameters"]["search"];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Ids of classes */
                resource_class_id?: (number | string) | (number | string)[];
                /** @description Label of the class */
                resource_class_label?: string | string[];
                /** @description Ids of templates */
                resource_template_id?: (number | string) | (number | string)[];
                /** @description Label of the template */
                resource_template_label?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /**
                 * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_before?: components["parameters"]["created_before"];
                /**
                 * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_after?: components["parameters"]["created_after"];
                /**
                 * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_before?: components["parameters"]["modified_before"];
                /**
                 * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_after?: components["parameters"]["modified_after"];
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
                /** @description In any of these item sets */
                item_set_id?: (number | string) | (number | string)[];
                /** @description In none of these item sets */
                not_item_set_id?: (number | string) | (number | string)[];
                /** @description Assigned to this site */
                site_id?: number | string;
                /** @description 1 for those that a page of the site of `site_id` shows */
                site_attachments_only?: components["parameters"]["site_attachments_only"];
                /** @description 1 for those in a site, 0 for others; without `site_id` */
                in_sites?: components["parameters"]["in_sites"];
                /** @description 1 for those with media, 0 for those without */
                has_media?: components["parameters"]["has_media"];
                /** @description Default: `ndjson` */
                format?: "ndjson" | "csv" | "tsv" | "nq";
                /** @description Tables: stands between several values in a cell, 1 to 10 characters; default `|` */
                separator?: components["parameters"]["separator"];
                /** @description Tables: 1 to begin with a byte order mark, by which Excel recognizes UTF-8 */
                bom?: components["parameters"]["bom"];
                /** @description Tables: 1 to leave texts as they are that spreadsheet programs run as formulas */
                keep_formulas?: components["parameters"]["keep_formulas"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportMedia: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `resource_class_label`: Label of the class
                 *     - `resource_template_label`: Label of the template
                 *     - `owner_name`: Name of the owner
                 *     - `is_public`: Private ones before public ones
                 *     - `ingester`: How it came in
                 *     - `renderer`: How it is shown
                 *     - `media_type`: Media type
                 *     - `size`: Size of the file
                 *     - `dcterms:date`: Values of a property; so with every other term
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Rows of a value query */
                property?: components["schemas"]["ValueQueryRow"][];
                /** @description Text that some value contains */
                search?: components["parameters"]["search"];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Ids of classes */
                resource_class_id?: (number | string) | (number | string)[];
                /** @description Label of the class */
                resource_class_label?: string | string[];
                /** @description Ids of templates */
                resource_template_id?: (number | string) | (number | string)[];
                /** @description Label of the template */
                resource_template_label?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /**
                 * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_before?: components["parameters"]["created_before"];
                /**
                 * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_after?: components["parameters"]["created_after"];
                /**
                 * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_before?: components["parameters"]["modified_before"];
                /**
                 * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_after?: components["parameters"]["modified_after"];
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
                /** @description Of this item */
                item_id?: components["parameters"]["item_id"];
                /** @description Media type, in full */
                media_type?: string | string[];
                /** @description How it came in */
                ingester?: string | string[];
                /** @description How it is shown */
                renderer?: string | string[];
                /** @description Of items assigned to this site */
                site_id?: number | string;
                /** @description Default: `ndjson` */
                format?: "ndjson" | "csv" | "tsv" | "nq";
                /** @description Tables: stands between several values in a cell, 1 to 10 characters; default `|` */
                separator?: components["parameters"]["separator"];
                /** @description Tables: 1 to begin with a byte order mark, by which Excel recognizes UTF-8 */
                bom?: components["parameters"]["bom"];
                /** @description Tables: 1 to leave texts as they are that spreadsheet programs run as formulas */
                keep_formulas?: components["parameters"]["keep_formulas"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportItemSet: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `resource_class_label`: Label of the class
                 *     - `resource_template_label`: Label of the template
                 *     - `owner_name`: Name of the owner
                 *     - `is_open`: Closed ones before open ones
                 *     - `item_count`: Number of items that you may see
                 *     - `dcterms:date`: Values of a property; so with every other term
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Rows of a value query */
                property?: components["schemas"]["ValueQueryRow"][];
                /** @description Text that some value contains */
                search?: components["parameters"]["search"];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Ids of classes */
                resource_class_id?: (number | string) | (number | string)[];
                /** @description Label of the class */
                resource_class_label?: string | string[];
                /** @description Ids of templates */
                resource_template_id?: (number | string) | (number | string)[];
                /** @description Label of the template */
                resource_template_label?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /**
                 * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_before?: components["parameters"]["created_before"];
                /**
                 * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_after?: components["parameters"]["created_after"];
                /**
                 * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_before?: components["parameters"]["modified_before"];
                /**
                 * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_after?: components["parameters"]["modified_after"];
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
                /** @description Whatever the value: sets that you may add items to */
                is_open?: components["parameters"]["is_open"];
                /** @description Attached to this site; its order comes after the sort keys */
                site_id?: number | string;
                /** @description 1 for those attached to a site, 0 for others; without `site_id` */
                in_sites?: 0 | 1;
                /** @description Default: `ndjson` */
                format?: "ndjson" | "csv" | "tsv" | "nq";
                /** @description Tables: stands between several values in a cell, 1 to 10 characters; default `|` */
                separator?: components["parameters"]["separator"];
                /** @description Tables: 1 to begin with a byte order mark, by which Excel recognizes UTF-8 */
                bom?: components["parameters"]["bom"];
                /** @description Tables: 1 to leave texts as they are that spreadsheet programs run as formulas */
                keep_formulas?: components["parameters"]["keep_formulas"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportSite: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `slug`: Slug
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `is_public`: Private ones before public ones
                 *     - `owner_name`: Name of the owner
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Slug */
                slug?: string | string[];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Not this one */
                exclude_id?: (number | string) | (number | string)[];
                /** @description 1 for sites that get new items, 0 for others */
                assign_new_items?: components["parameters"]["assign_new_items"];
                /** @description 1 for sites that you have a role in */
                user_has_role?: components["parameters"]["user_has_role"];
                /** @description Default: `ndjson` */
                format?: "ndjson" | "nq";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportSitePage: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `title`: Title
                 *     - `slug`: Slug
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Id of the site */
                site_id?: number | string;
                /** @description Slug of the site */
                site_slug?: string | string[];
                /** @description Slug */
                slug?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /** @description That show this item */
                item_id?: number | string;
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
                /** @description Default: `ndjson` */
                format?: "ndjson" | "nq";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportJob: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `status`: Status
                 *     - `class`: What is done
                 *     - `started`: Date of the start
                 *     - `ended`: Date of the end
                 *     - `owner_email`: E-mail address of the owner
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description What is done */
                class?: string | string[];
                /** @description Status */
                status?: string | string[];
                /** @description Default: `ndjson` */
                format?: "ndjson" | "nq";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportResource: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `resource_class_label`: Label of the class
                 *     - `resource_template_label`: Label of the template
                 *     - `owner_name`: Name of the owner
                 *     - `dcterms:date`: Values of a property; so with every other term
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Rows of a value query */
                property?: components["schemas"]["ValueQueryRow"][];
                /** @description Text that some value contains */
                search?: components["parameters"]["search"];
                /** @description Id of the owner */
                owner_id?: components["parameters"]["owner_id"];
                /** @description Ids of classes */
                resource_class_id?: (number | string) | (number | string)[];
                /** @description Label of the class */
                resource_class_label?: string | string[];
                /** @description Ids of templates */
                resource_template_id?: (number | string) | (number | string)[];
                /** @description Label of the template */
                resource_template_label?: string | string[];
                /** @description 1 for public ones, 0 for private ones */
                is_public?: components["parameters"]["is_public"];
                /**
                 * @description Created before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_before?: components["parameters"]["created_before"];
                /**
                 * @description Created after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                created_after?: components["parameters"]["created_after"];
                /**
                 * @description Changed before this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_before?: components["parameters"]["modified_before"];
                /**
                 * @description Changed after this: 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period
                 * @example 2024-05-12
                 */
                modified_after?: components["parameters"]["modified_after"];
                /** @description Words to search for, best matches first */
                fulltext_search?: components["parameters"]["fulltext_search"];
                /** @description Default: `ndjson` */
                format?: "ndjson" | "nq";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportAsset: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `name`: Name
                 *     - `media_type`: Media type
                 *     - `extension`: Extension of the file
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Id of the owner; 0 for those without */
                owner_id?: number | string;
                /** @description Default: `ndjson` */
                format?: "ndjson" | "nq";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    exportWebhook: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`; for several keys one for all, or one for each, separated by commas */
                sort_order?: components["parameters"]["sort_order"];
                /**
                 * @description What to sort by; several keys are separated by commas, up to 8. Unknown ones are ignored.
                 *     - `id`: Id
                 *     - `label`: Label
                 *     - `created`: Date of creation
                 *     - `modified`: Date of the last change
                 *     - `random`: Another order each time
                 */
                sort_by?: string;
                /** @description Ids, as a list or separated by commas */
                id?: (number | string) | (number | string)[];
                /** @description Label */
                label?: string | string[];
                /** @description 1 for those that are on, 0 for those that are off */
                is_active?: 0 | 1;
                /** @description Default: `ndjson` */
                format?: "ndjson" | "nq";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, as of one moment. When it cannot be finished, the connection is broken off */
            200: {
                headers: {
                    /** @description A name for the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/n-quads": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    readJobLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["JobLog"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    searchWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Page, counted from 1 */
                page?: number;
                /** @description Deliveries per page, at most 100 */
                per_page?: number;
            };
            header?: {
                /** @description Entity tags of answers that the client has: 304 when one of them is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ignoring them; `return=minimal` answers 204 without a body (RFC 7240)
                 * @example handling=strict, return=minimal
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what was found. With `return_scalar` an object from id to value instead */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Service-Total-Results": components["headers"]["TotalResults"];
                    "Omeka-S-Total-Results": components["headers"]["TotalResults"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Service-Ignored": components["headers"]["Ignored"];
                    "Omeka-S-Ignored": components["headers"]["Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": components["schemas"]["WebhookDeliveries"];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#flattened\"": unknown[];
                    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#compacted\"": Record<string, never>;
                    "application/rdf+xml": string;
                    "application/n-triples": string;
                    "text/turtle": string;
                    "text/n3": string;
                    "application/trig": string;
                    "application/n-quads": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Busy"];
        };
    };
    sendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the resource */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDeliveryInput"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/ld+json": {
                        [key: string]: unknown;
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
}
