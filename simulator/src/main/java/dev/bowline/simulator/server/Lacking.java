package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.exception.MongoServerNotYetImplementedException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells a request that no server would understand from one that only this server does not: a test that needs the latter is to be
 * told so, instead of failing or, where it expects an error, passing.
 */
final class Lacking {
    private static final Pattern OPERATOR = Pattern
            .compile("(?i)(?:unrecognized|unknown|invalid)\\b[^$]*(\\$[A-Za-z0-9]+)");

    private static final Set<String> COMMANDS = words("applyOps cloneCollectionAsCapped compact connPoolStats"
            + " connectionStatus convertToCapped createRole createUser currentOp dataSize dbHash dropConnections dropRole"
            + " dropUser fsync fsyncUnlock getDefaultRWConcern setDefaultRWConcern getClusterParameter"
            + " setClusterParameter grantRolesToUser invalidateUserCache killOp lockInfo mapReduce mapreduce"
            + " planCacheClear planCacheListFilters profile reIndex replSetGetConfig replSetGetStatus revokeRolesFromUser"
            + " rolesInfo startSession top updateUser usersInfo validate whatsmyuri");

    private static final Set<String> OPERATORS = words("$abs $accumulator $acos $acosh $add $addFields $addToSet $all"
            + " $allElementsTrue $and $anyElementTrue $arrayElemAt $arrayToObject $asin $asinh $atan $atan2 $atanh $avg"
            + " $binarySize $bit $bitAnd $bitNot $bitOr $bitXor $bitsAllClear $bitsAllSet $bitsAnyClear $bitsAnySet"
            + " $bottom $bottomN $bsonSize $bucket $bucketAuto $ceil $changeStream $cmp $collStats $concat $concatArrays"
            + " $cond $convert $cos $cosh $count $covariancePop $covarianceSamp $currentDate $currentOp $dateAdd"
            + " $dateDiff $dateFromParts $dateFromString $dateSubtract $dateToParts $dateToString $dateTrunc $dayOfMonth"
            + " $dayOfWeek $dayOfYear $degreesToRadians $denseRank $densify $derivative $divide $documentNumber"
            + " $documents $elemMatch $eq $exists $exp $expMovingAvg $expr $facet $fill $filter $first $firstN $floor"
            + " $function $geoIntersects $geoNear $geoWithin $getField $graphLookup $group $gt $gte $hour $ifNull $in"
            + " $inc $indexOfArray $indexOfBytes $indexOfCP $indexStats $integral $isArray $isNumber $isoDayOfWeek"
            + " $isoWeek $isoWeekYear $jsonSchema $last $lastN $let $limit $linearFill $listLocalSessions"
            + " $listSampledQueries $listSessions $literal $ln $locf $log $log10 $lookup $lt $lte $ltrim $map $match"
            + " $max $maxN $median $merge $mergeObjects $meta $millisecond $min $minN $minute $mod $month $mul"
            + " $multiply $ne $near $nearSphere $nin $not $objectToArray $or $out $percentile $planCacheStats $pop"
            + " $pow $project $pull $pullAll $push $queryStats $radiansToDegrees $rand $range $rank $redact $reduce"
            + " $regex $regexFind $regexFindAll $regexMatch $rename $replaceAll $replaceOne $replaceRoot $replaceWith"
            + " $reverseArray $round $rtrim $sample $sampleRate $second $set $setDifference $setEquals $setField"
            + " $setIntersection $setIsSubset $setOnInsert $setUnion $setWindowFields $shardedDataDistribution $shift"
            + " $sin $sinh $size $skip $slice $sort $sortArray $sortByCount $split $sqrt $stdDevPop $stdDevSamp"
            + " $strLenBytes $strLenCP $strcasecmp $substr $substrBytes $substrCP $subtract $sum $switch $tan $tanh"
            + " $text $toBool $toDate $toDecimal $toDouble $toInt $toLong $toLower $toObjectId $toString $toUpper $top"
            + " $topN $trim $trunc $tsIncrement $tsSecond $type $unionWith $unset $unsetField $unwind $week $where"
            + " $within $year $zip");

    private static final String ABSENT = "The simulated server does not have ";
    private static final int NOT_IMPLEMENTED = 238;
    private static final int FAIL_POINT_SET_FAILED = 266;
    private static final String NO_FAIL_POINT = " not found: the simulated server has no such fail point";

    private Lacking() {}

    /** The error for something that the engine would misunderstand rather than refuse. */
    static ServerError error(String feature) {
        return new ServerError(NOT_IMPLEMENTED, ABSENT + feature);
    }

    /** The error for a fail point that is not simulated, be it that servers have it or not. */
    static ServerError failPoint(String name) {
        return new ServerError(FAIL_POINT_SET_FAILED, name + NO_FAIL_POINT);
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" "));
    }

    /** What the query engine was asked for and does not have, or null if no server has it. */
    static @Nullable String in(Throwable error) {
        String message = String.valueOf(error.getMessage());
        if (error instanceof MongoServerNotYetImplementedException) {
            return message;
        }
        if (error instanceof ServerError && message.startsWith(ABSENT)) {
            return message.substring(ABSENT.length());
        }
        if (error instanceof ServerError && message.endsWith(NO_FAIL_POINT)) {
            return "the fail point " + message.substring(0, message.length() - NO_FAIL_POINT.length());
        }
        Matcher operator = OPERATOR.matcher(message);
        return error instanceof MongoServerError && operator.find() && OPERATORS.contains(operator.group(1))
                ? operator.group(1) + " (" + message + ")"
                : null;
    }

    /** Whether servers have a command of this name. */
    static boolean isCommand(String name) {
        return COMMANDS.contains(name);
    }
}
